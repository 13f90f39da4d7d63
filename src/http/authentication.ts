// Keys for tokens: a provider's published keys in production, a key of this checkout's own otherwise.
import { createPublicKey, KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwksCache,
  SignJWT,
  type CryptoKey,
  type ExportedJWKSCache,
  type JWK,
  type JWKSCacheInput,
} from 'jose';
import type { Logger } from 'pino';
import { fail } from '../errors.ts';
import type { KeySource } from './caller.ts';

/** How old known keys may get before the provider is asked for them again. */
const refreshAfterMs = 10 * 60_000;
/** How long it is left alone after it was asked, whether it answered or not. */
const cooldownMs = 30_000;
const answerWithinMs = 2_000;

/**
 * The keys that a URL publishes (RS256, ES256). Rotated keys are found; a flood of unknown ones costs one request. While
 * the URL fails, known keys stay good until they are `maxAgeMs` old.
 */
export function createRemoteKeySource(url: string, { maxAgeMs, log }: { maxAgeMs: number; log: Logger }): KeySource {
  const cache: Partial<ExportedJWKSCache> = {};
  const find = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    timeoutDuration: answerWithinMs,
    cacheMaxAge: maxAgeMs,
    [jwksCache]: cache as JWKSCacheInput,
  });
  const converted = new WeakMap<CryptoKey, KeyObject>();
  let requestedAt = 0;
  let pendingReload = Promise.resolve();

  function reload(): Promise<void> {
    requestedAt = Date.now();
    return find.reload().catch((error: unknown) => log.warn({ err: error }, 'token keys not refreshed'));
  }

  /** During an outage requests go on with the known keys; the first after a quiet time waits, as a key may be revoked. */
  async function refreshStale(): Promise<void> {
    const now = Date.now();
    if (!find.fresh || now - (cache.uat ?? now) < refreshAfterMs) return;
    if (now - requestedAt > refreshAfterMs) pendingReload = reload();
    else if (now - requestedAt > cooldownMs) void reload();
    await pendingReload;
  }

  return async (header) => {
    await refreshStale();
    const key = await find(header as { alg: string }).catch(translateKeyError);
    let object = converted.get(key);
    if (!object) converted.set(key, (object = KeyObject.from(key)));
    return object;
  };
}

/** The public half of the key in a file; the key is made when the file is not there yet. */
export async function createLocalKeySource(file: string): Promise<KeySource> {
  const { kty, n, e } = await loadLocalKey(file);
  const key = createPublicKey({ key: { kty: kty ?? '', n: n ?? '', e: e ?? '' }, format: 'jwk' });
  return () => Promise.resolve(key);
}

/**
 * A token signed with the local key.
 *
 * @param claims `sub` is a user's id, or `service:<name>` together with `scope`; `tenant` is the tenant's id
 * @param expires a duration such as `8h`
 */
export async function signToken(
  file: string,
  claims: { sub: string; tenant: string; scope?: string },
  expected: { issuer: string; audience: string },
  expires: string,
): Promise<string> {
  const key = await loadLocalKey(file);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'at+jwt' })
    .setIssuer(expected.issuer)
    .setAudience(expected.audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(await importJWK(key, 'RS256'));
}

/** A secret that belongs to the local key: the same for every process that uses its file. */
export async function readLocalSecret(file: string): Promise<string> {
  return (await loadLocalKey(file)).d ?? '';
}

async function loadLocalKey(file: string): Promise<JWK> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JWK;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) }), { mode: 0o600 });
  try {
    linkSync(draft, file); // of two processes that make a key at once, one wins and both use its key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as JWK;
}

function translateKeyError(error: unknown): never {
  const tokensFault = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
  if (tokensFault || error instanceof errors.JOSENotSupported) throw error;
  return fail('AUTH_UNAVAILABLE', undefined, { cause: error });
}

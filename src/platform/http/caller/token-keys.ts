// Keys of access tokens: the public keys of an identity provider, or a local key that also signs tokens.
import { createPublicKey, KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  customFetch,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwksCache,
  SignJWT,
  type CryptoKey,
  type ExportedJWKSCache,
  type FetchImplementation,
  type JWK,
  type JWKSCacheInput,
} from 'jose';
import type { Logger } from 'pino';
import { fail } from '../../errors.ts';
import { readOrCreate } from '../../lib/shared-files.ts';
import { maxDocumentBytes, readKeySet, signatureAlgorithms, type SignatureAlgorithm } from './accepted-keys.ts';
import type { KeySource } from './verify-token.ts';

/** Known keys are fetched again after this time. */
const refreshAfterMs = 10 * 60_000;
/** The shortest time between two requests to the provider, whether it answers or not; while no keys are known, `retryMs`. */
const cooldownMs = 30_000;
const retryMs = 1_000;
export const answerWithinMs = 2_000;
/** How long known keys stay valid while the provider does not answer. */
const maxKeyAgeMs = 24 * 60 * 60_000;
/** A process logs so many different faults of a source's keys, each once. */
const maxFaultsTold = 100;

type SourceOptions = {
  /** Replaces fetch(). */
  fetchKeys?: FetchImplementation;
  /** Those that the source signs with; default all that are accepted. */
  algorithms?: readonly SignatureAlgorithm[];
};

/**
 * Creates a source of the public keys at a JWKS URL, of those that are accepted. An unknown key id fetches the keys again, at
 * most once per cooldown. While the URL fails, known keys stay valid for a day; one that is no longer published is dropped
 * when it answers.
 */
export function createRemoteKeySource(
  url: string,
  log: Logger,
  { fetchKeys = fetch, algorithms = signatureAlgorithms }: SourceOptions = {},
): KeySource {
  const told = new Set<string>();
  const fetchAccepted: FetchImplementation = async (...request) => {
    const response = await fetchKeys(...request);
    if (response.status !== 200) return response;
    const { keys, faults } = readKeySet(await readText(response), algorithms);
    for (const fault of faults) {
      if (told.size >= maxFaultsTold || told.has(fault)) continue;
      told.add(fault);
      log.warn({ url, fault }, 'published key not accepted');
    }
    return Response.json({ keys });
  };
  const cache: Partial<ExportedJWKSCache> = {};
  const findKey = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    timeoutDuration: answerWithinMs,
    [customFetch]: fetchAccepted,
    cacheMaxAge: maxKeyAgeMs,
    [jwksCache]: cache as JWKSCacheInput,
  });
  const keyObjects = new WeakMap<CryptoKey, KeyObject>();
  let requestedAt = 0;
  let failedAt = -Infinity;
  let pendingReload = Promise.resolve();

  function reload(): Promise<void> {
    requestedAt = Date.now();
    return findKey.reload().catch((error: unknown) => log.warn({ err: error }, 'token key refresh failed'));
  }

  /** The first request after a quiet time waits, because a key may be revoked; during an outage others use known keys. */
  async function refreshStale(): Promise<void> {
    const now = Date.now();
    if (!findKey.fresh || now - (cache.uat ?? now) < refreshAfterMs) return;
    if (now - requestedAt > refreshAfterMs) pendingReload = reload();
    else if (now - requestedAt > cooldownMs) void reload();
    await pendingReload;
  }

  /** jose counts its cooldown from the last success: during an outage each unknown key id would be a request. */
  function assertAvailable({ kid }: { kid?: string }): void {
    const isKnown = cache.jwks?.keys.some((key) => key.kid === kid) ?? false;
    if (!isKnown && Date.now() - failedAt < (cache.jwks ? cooldownMs : retryMs)) fail('AUTH_UNAVAILABLE');
  }

  return async (header) => {
    await refreshStale();
    assertAvailable(header);
    const key = await findKey(header as { alg: string }).catch((error: unknown) => {
      if (!isUnknownKey(error)) failedAt = Date.now();
      return translateKeyError(error);
    });
    let object = keyObjects.get(key);
    if (!object) keyObjects.set(key, (object = KeyObject.from(key)));
    return object;
  };
}

/** @throws {Error} if it is too long */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxDocumentBytes) throw new Error('The set of keys is too long.'); // leaving the loop cancels the rest
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Creates a source of the public key in a file; creates the file if it is missing. */
export async function createLocalKeySource(file: string): Promise<KeySource> {
  const { kty, n, e } = await loadLocalKey(file);
  const key = createPublicKey({ key: { kty: kty ?? '', n: n ?? '', e: e ?? '' }, format: 'jwk' });
  return () => Promise.resolve(key);
}

/**
 * Signs an access token with the local key.
 *
 * @param claims `sub` is a user id, or `service:<name>` together with `scope`; `tenant` is a tenant id
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

async function loadLocalKey(file: string): Promise<JWK> {
  const text = await readOrCreate(file, async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
  });
  return JSON.parse(text) as JWK;
}

/** Whether the provider answered, and has no key for the header of a token. */
function isUnknownKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function translateKeyError(error: unknown): never {
  if (isUnknownKey(error)) throw error;
  return fail('AUTH_UNAVAILABLE', undefined, { cause: error });
}

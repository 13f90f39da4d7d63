// The keys of an identity provider, found by OpenID Connect Discovery 1.0.
import type { Logger } from 'pino';
import { fail } from '../errors.ts';
import type { KeySource } from '../http/caller/caller.ts';
import { createRemoteKeySource } from '../http/caller/token-keys.ts';

/** Reads a document of another system. @throws {Error} if it has no answer */
export type ReadDocument = (url: string) => Promise<string>;

const discoverAgainAfterMs = 60 * 60_000;
/** The shortest time between two attempts while discovery fails. */
const retryMs = { withoutKeys: 1_000, withKeys: 30_000 };

/** Where a provider publishes its metadata. */
export function metadataAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * Returns the address of the keys of an issuer.
 *
 * @throws {Error} with what is wrong, if the metadata cannot be read, names another issuer or has no keys
 */
export async function discoverKeys(issuer: string, read: ReadDocument): Promise<string> {
  const metadata = parseMetadata(await read(metadataAddress(issuer)));
  if (metadata.issuer !== issuer) throw new Error('Its metadata names another issuer; write it exactly as there.');
  if (typeof metadata.jwks_uri !== 'string') throw new Error('Its metadata has no jwks_uri.');
  return metadata.jwks_uri;
}

function parseMetadata(text: string): { issuer?: unknown; jwks_uri?: unknown } {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    throw new Error('Its metadata is no JSON.');
  }
}

/**
 * Creates the key source of an issuer. The metadata is read before the first token and again after an hour; while that
 * fails, known keys are used as createRemoteKeySource() says.
 */
export function createDiscoveredKeys(issuer: string, read: ReadDocument, log: Logger): KeySource {
  let known: { url: string; keys: KeySource } | null = null;
  let triedAt = -Infinity;
  let isDue = true;
  let pending: Promise<void> | null = null;
  const readKeys = async (url: string): Promise<Response> =>
    new Response(await read(url), { headers: { 'content-type': 'application/json' } });

  async function discover(): Promise<void> {
    triedAt = Date.now();
    try {
      const url = await discoverKeys(issuer, read);
      if (url !== known?.url) known = { url, keys: createRemoteKeySource(url, log, readKeys) };
      isDue = false;
    } catch (error) {
      isDue = true;
      log.warn({ err: error, issuer }, 'identity provider not discovered');
    }
  }

  return async (header) => {
    const age = Date.now() - triedAt;
    const waitMs = isDue ? retryMs[known ? 'withKeys' : 'withoutKeys'] : discoverAgainAfterMs;
    if (age > waitMs) pending ??= discover().finally(() => (pending = null));
    if (!known) await pending;
    return known ? known.keys(header) : fail('AUTH_UNAVAILABLE');
  };
}

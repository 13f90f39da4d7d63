// The keys of an identity provider, found by OpenID Connect Discovery 1.0.
import type { Logger } from 'pino';
import { fail } from '../../platform/errors.ts';
import {
  readKeySet,
  signatureAlgorithms,
  type KeySet,
  type SignatureAlgorithm,
} from '../../platform/http/caller/accepted-keys.ts';
import { createRemoteKeySource } from '../../platform/http/caller/token-keys.ts';
import type { KeySource } from '../../platform/http/caller/verify-token.ts';

/** Reads a document of another system. @throws {Error} if it has no answer */
export type ReadDocument = (url: string) => Promise<string>;

const discoverAgainAfterMs = 60 * 60_000;
/** The shortest time between two attempts while discovery fails. */
const retryMs = { withoutKeys: 1_000, withKeys: 30_000 };

/** Where a provider publishes its metadata. */
export function metadataAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Where an issuer publishes its keys, and which of our algorithms it signs with. */
type Discovered = { url: string; algorithms: readonly SignatureAlgorithm[] };

/**
 * Reads the metadata of an issuer.
 *
 * @throws {Error} with what is wrong, if it cannot be read, names another issuer, or has no keys or no algorithm of ours
 */
async function discover(issuer: string, read: ReadDocument): Promise<Discovered> {
  const metadata = parseMetadata(await read(metadataAddress(issuer)));
  const { jwks_uri: url, id_token_signing_alg_values_supported: listed } = metadata;
  if (metadata.issuer !== issuer) throw new Error('Its metadata names another issuer; write it exactly as there.');
  if (typeof url !== 'string') throw new Error('Its metadata has no jwks_uri.');
  const isListed = (algorithm: unknown): boolean => !Array.isArray(listed) || listed.includes(algorithm);
  const algorithms = signatureAlgorithms.filter(isListed);
  if (algorithms.length === 0) throw new Error(`Its metadata lists none of ${signatureAlgorithms.join(', ')}.`);
  return { url, algorithms };
}

type Metadata = { issuer?: unknown; jwks_uri?: unknown; id_token_signing_alg_values_supported?: unknown };
function parseMetadata(text: string): Metadata {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    throw new Error('Its metadata is not valid JSON.');
  }
}

/**
 * Reads the keys of an issuer once.
 *
 * @throws {Error} with what is wrong, if metadata or keys cannot be read
 */
export async function readIssuerKeys(issuer: string, read: ReadDocument): Promise<KeySet> {
  const { url, algorithms } = await discover(issuer, read);
  const text = await read(url).catch(({ message }: Error) => {
    throw new Error(`Its jwks_uri cannot be read. ${message}`);
  });
  return readKeySet(text, algorithms);
}

/**
 * Creates the key source of an issuer. The metadata is read before the first token and again after an hour; while that
 * fails, known keys are used as createRemoteKeySource() says.
 */
export function createDiscoveredKeys(issuer: string, read: ReadDocument, log: Logger): KeySource {
  let known: (Discovered & { keys: KeySource }) | null = null;
  let triedAt = -Infinity;
  let isDue = true;
  let pending: Promise<void> | null = null;
  const fetchKeys = async (url: string): Promise<Response> => new Response(await read(url));

  async function refresh(): Promise<void> {
    triedAt = Date.now();
    try {
      const { url, algorithms } = await discover(issuer, read);
      if (url !== known?.url || String(algorithms) !== String(known.algorithms))
        known = { url, algorithms, keys: createRemoteKeySource(url, log, { fetchKeys, algorithms }) };
      isDue = false;
    } catch (error) {
      isDue = true;
      log.warn({ err: error, issuer }, 'identity provider not discovered');
    }
  }

  return async (header) => {
    const age = Date.now() - triedAt;
    const waitMs = isDue ? retryMs[known ? 'withKeys' : 'withoutKeys'] : discoverAgainAfterMs;
    if (age > waitMs) pending ??= refresh().finally(() => (pending = null));
    if (!known) await pending;
    return known ? known.keys(header) : fail('AUTH_UNAVAILABLE');
  };
}

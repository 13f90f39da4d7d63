// Tokens of services: opaque, shown once, stored as a hash, and looked up with every request, so that one that is revoked
// ends with the next.
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ServiceScope } from '../../platform/access/permissions.ts';
import type { Graph, GraphClient } from '../../platform/graph/client.ts';
import type { FindService } from '../../platform/http/caller/find-caller.ts';

/** With it, scanners of leaked secrets can know the tokens; RFC 6750 allows its characters. */
const prefix = 'tcs_';
/** The name of a service: what its tokens and audit entries are listed by. */
export const serviceNamePattern = /^[a-z][a-z0-9-]{0,60}$/;
/** What a token looks like. */
export const serviceTokenPattern = /^tcs_[\w-]{43}$/;

/** A token as it is listed. Times are ISO 8601. */
export type ServiceToken = {
  id: string;
  name: string;
  scopes: ServiceScope[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt?: string;
};

/** 256 random bits need no slow hash. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token of a service and returns it with its id; null if the tenant no longer exists. */
export async function createServiceToken(
  graph: Pick<Graph, 'write'>,
  { name, scopes, expiresAt }: Pick<ServiceToken, 'name' | 'scopes' | 'expiresAt'>,
  { now, newId }: { now: string; newId: () => string },
): Promise<{ id: string; token: string } | null> {
  const token = prefix + randomBytes(32).toString('base64url');
  const ids = { tokenId: newId(), auditId: newId() };
  const params = { ...ids, name, scopes, expiresAt, hash: hashToken(token), now };
  const created = await graph.write<{ id: string }>('identity/create_service_token', params);
  return created && { id: created.id, token };
}

/** Creates the function that finds the service of a token. When a token was used last is kept to the minute. */
export function createServiceFinder(services: { graph: GraphClient; log: Logger; now: () => Date }): FindService {
  const { graph, log } = services;
  return async (token) => {
    if (!serviceTokenPattern.test(token)) return null;
    type Found = { tokenId: string; tenantId: string; name: string | null; scopes: ServiceScope[]; isUseDue: boolean };
    const now = services.now().toISOString();
    const found = await graph.bind({}).one<Found>('identity/find_service_token', { hash: hashToken(token), now });
    const { tokenId, tenantId, name, scopes, isUseDue } = found;
    if (name === null) return null;
    if (isUseDue) {
      const noted = graph.bind({ tenantId }).write('identity/note_use', { tokenId, now });
      noted.catch((error: unknown) => log.warn({ err: error, tenantId }, 'use of a service token not noted'));
    }
    return { kind: 'service', tenantId, name, scopes };
  };
}

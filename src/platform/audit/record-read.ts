// The audit entries of reads of other people's summaries, scores and insights by a role with tenant scope, by a partner, by a
// deputy, and by a reporting line younger than a day. A read that an older line permits leaves none, and costs nothing more. The entry
// is committed before the answer: without it, there is no answer. The same read by the same caller within a minute is the
// same entry.
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Graph } from '../graph/client.ts';
import { toAuditValues } from '../schema/audit.ts';
import {
  hasPermission,
  permit,
  rolesThatHold,
  tenantWideRoles,
  type Permission,
  type ReportPermission,
  type Standing,
} from '../access/permissions.ts';

/** `userId` is the person concerned. */
type About = { userId?: string; summaryId?: string; by?: Recorded };
/** By what somebody reads; a role with tenant scope is not named. */
type Recorded = 'role' | 'deputy' | 'partner' | 'new_line';

type Reader = { action: string; callerId: string; now: Date; assistant?: { client: string; tool: string } | undefined };

/** Writes the entry of a read. A list leaves one entry, however many people it shows. */
export type RecordRead = (about?: About) => Promise<void>;

const repeatMs = 60_000;
const maxRemembered = 10_000;
/** The entries that this process wrote within a minute. */
const remembered = new LRUCache<string, { at: number; written: Promise<unknown> }>({ max: maxRemembered });

/** Writes the entry of a request that reads. */
export async function recordRead(
  graph: Pick<Graph, 'write'>,
  { action, callerId, now, assistant }: Reader,
  { userId, summaryId, by = 'role' }: About = {},
): Promise<void> {
  const key = [callerId, action, userId, summaryId, by, assistant?.client, assistant?.tool].join(' ');
  const known = remembered.get(key);
  if (known && Math.abs(now.getTime() - known.at) < repeatMs) return void (await known.written);
  const values = [
    ...(summaryId === undefined ? [] : [{ field: 'summaryId', after: summaryId }]),
    ...(by === 'role' ? [] : [{ field: 'by', after: by }]),
  ];
  const facts = {
    ...(userId !== undefined && { userId }),
    ...(values.length > 0 && toAuditValues(values)),
  };
  const params = { id: randomUUID(), action, facts, now: now.toISOString() };
  const written = graph.write('audit/record_read', params);
  remembered.set(key, { at: now.getTime(), written });
  await written.catch((error: unknown) => {
    remembered.delete(key);
    throw error;
  });
}

/** By what a caller holds a permission towards an owner; null for what leaves no entry: themself, and older lines. */
export function findRecorded(standing: Standing, permission: Permission): Recorded | null {
  if (!hasPermission(standing, permission)) return null;
  const roles = standing.roles.filter((role) => !tenantWideRoles.includes(role));
  const { places = [], isPartner = false, ...byLine } = { ...standing, roles };
  if (hasPermission(byLine, permission)) return standing.isLineNew ? 'new_line' : null;
  const place = places.find((one) => hasPermission({ ...byLine, places: [one] }, permission));
  return place?.reason ?? (isPartner && hasPermission({ ...byLine, isPartner }, permission) ? 'partner' : 'role');
}

/**
 * Refuses callers without the permission, and records a read as `findRecorded` says.
 *
 * @throws {ApiError} FORBIDDEN
 */
export async function permitRead(
  record: RecordRead,
  standing: Standing,
  permission: Permission,
  about: About,
): Promise<void> {
  permit(standing, permission);
  const by = findRecorded(standing, permission);
  if (by !== null) await record({ ...about, by });
}

/** Records a list of the whole tenant, of a partner or of a deputy. Managers, who read about those below them, leave no entry. */
export async function recordList(
  record: RecordRead,
  { roles, isDeputy = false, isPartner = false }: Standing,
  permission: ReportPermission | 'summary:read',
  about: About = {},
): Promise<void> {
  const wide = rolesThatHold(permission);
  if (roles.some((role) => wide.includes(role))) await record(about);
  else if (isPartner) await record({ ...about, by: 'partner' });
  else if (isDeputy) await record({ ...about, by: 'deputy' });
}

// Erases a person: deletes their data and data about them in one transaction, then their files.
import { randomUUID } from 'node:crypto';
import { pluralize } from '../../platform/lib/pluralize.ts';
import { ApiError, fail } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import { listQueriesAfterDeliveries, listQueriesOf, nodes } from './table-of-nodes.ts';
import type { ErasedPerson } from '../../platform/graph/nodes.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import { createCall } from '../../platform/graph/queries/query-files.ts';
import type { TenantFiles } from '../../platform/storage/file-storage.ts';
import { organisationNotifications } from '../organisation/notifications.ts';
import { erasedKinds, type ErasedKind } from '../organisation/schema.ts';
import { createNotice } from '../../platform/notifications/notices.ts';
import { operator, toAdmin, toScope, type Actor } from '../organisation/people/actor.ts';
import type { ErasureServices } from './erasure-log.ts';

/** The number of deleted items by kind. `filesLeft`: PDFs that the file storage did not delete; absent if there are none. */
export type ErasedCounts = Record<ErasedKind, number> & { filesLeft?: number };
const erasedNames = Object.keys(erasedKinds) as ErasedKind[];
type ErasePerson = { tenantId: string; userId: string; now: Date; dryRun: boolean; repeated?: boolean; by?: Actor };

/** What the endpoint of erasure gets. */
export type ErasureContext = {
  erasure: { erase(userId: string, options: { dryRun: boolean; now: Date }): Promise<ErasedCounts> };
};

/** The erasure of people by an admin, who is permitted once more under the tenant's write lock. */
export function openErasure(
  services: ErasureServices,
  { tenantId, adminId }: { tenantId: string; adminId: string },
): ErasureContext['erasure'] {
  const by = toAdmin(adminId, 'api');
  return { erase: (userId, options) => erasePerson(services, { tenantId, userId, ...options, by }) };
}

/** The transaction is retried after a deadlock, and if data is attached to the person at the same time. */
const maxAttempts = 10;
const maxNamedReports = 5;

type ErasureTarget = {
  person: { email: string; name: string };
  hasManager: boolean;
  activeReports: string[];
  inactiveReports: number;
  writtenWeeks: string[];
};

/**
 * Erases a person irrevocably. If it throws, nothing was erased. The worker's sweep deletes files that remain while the file
 * storage is away, or after a crash. The erasure log has the ids before the commit.
 *
 * @param dryRun counts by erasing and rolling back
 * @param repeated erases somebody who was erased before a restore, also while people report to them: these move to the
 *   person's manager, or to the top
 * @throws {ApiError} USER_NOT_FOUND; HAS_REPORTS if active people report to the person, or people who have left would have
 *   no manager; DATABASE_UNAVAILABLE
 */
export async function erasePerson(
  { graph, files, erasures }: ErasureServices,
  { tenantId, userId, now, dryRun, repeated = false, by = operator }: ErasePerson,
): Promise<ErasedCounts> {
  const rollback = new Error('Nothing was erased.');
  const record = { auditId: randomUUID(), now: now.toISOString() };
  let isLogged = false;
  for (let attempt = 1; ; attempt += 1) {
    let erased: ErasureResult | undefined;
    try {
      await graph.transaction(toScope(tenantId, by), async (tx) => {
        await by.permit(tx);
        erased = await erase(tx, userId, { ...record, mayHaveReports: repeated, isByOperator: by === operator });
        if (dryRun) throw rollback;
        if (!isLogged) await erasures.append({ kind: 'person', tenantId, userId, at: record.now });
        isLogged = true;
      });
    } catch (error) {
      if (error !== rollback) {
        if (attempt < maxAttempts && isRetryable(error)) continue;
        throw error;
      }
    }
    if (!erased) throw rollback;
    const filesLeft = dryRun ? 0 : await removeFiles(files.forTenant(tenantId), erased.fileIds);
    return { ...erased.counts, ...(filesLeft > 0 && { filesLeft }) };
  }
}

/** Returns how many are left. */
async function removeFiles(store: TenantFiles, fileIds: string[]): Promise<number> {
  const removed = await Promise.allSettled(fileIds.map((id) => store.remove(id)));
  return removed.filter(({ status }) => status === 'rejected').length;
}

type ErasureResult = { counts: ErasedCounts; fileIds: string[] };
type ErasureRecord = { auditId: string; now: string; mayHaveReports: boolean; isByOperator: boolean };

async function erase(tx: Transaction, userId: string, options: ErasureRecord): Promise<ErasureResult> {
  const { mayHaveReports, isByOperator, ...record } = options;
  const [target] = await tx.rows<ErasureTarget>('personal-data/lock_for_erasure', { userId });
  if (!target) fail('USER_NOT_FOUND');
  if (!mayHaveReports) assertLineStaysConnected(target);
  const { fileIds, counts } = await eraseNodes(tx, userId, target);
  await runOne(tx, 'personal-data/erase_person', { userId, ...record });
  const payload = { by: isByOperator ? 'operator' : 'admin' } as const;
  const notice = {
    ...createNotice(organisationNotifications, 'org.person_erased', payload),
    subjectId: null,
    eventId: record.auditId,
    namesCaller: true,
  };
  await tx.rows('organisation/tell_roles', { rows: [notice], now: record.now });
  return { fileIds, counts };
}

type Erased = { counts?: Partial<Record<ErasedKind, number>>; subjectIds?: string[]; fileIds?: string[] };

/**
 * Runs the queries of all labels: first those that find what is theirs, then those that find it by its ids, and at last those
 * that look at what deliveries have written meanwhile.
 */
async function eraseNodes(tx: Transaction, userId: string, target: ErasureTarget): Promise<ErasureResult> {
  const { writtenWeeks, person } = target;
  const terms = [userId, person.name, person.email];
  const found: ErasedPerson = {
    userId,
    writtenWeeks,
    subjectIds: [],
    payloadTerms: terms.map((term) => JSON.stringify(term)),
    terms: terms.map(toJsonTerm),
  };
  const queries = listQueriesOf(
    Object.values(nodes).map((row) => row.erased),
    'subjectIds',
  );
  const erased: Erased[] = [];
  for (const query of queries.first) erased.push(...(await tx.rows<Erased>(...createCall(query, found))));
  const subjectIds = erased.flatMap((one) => one.subjectIds ?? []);
  for (const query of queries.afterwards) {
    erased.push(...(await tx.rows<Erased>(...createCall(query, { ...found, subjectIds }))));
  }
  for (const query of listQueriesAfterDeliveries())
    erased.push(...(await tx.rows<Erased>(...createCall(query, found))));
  const sum = (kind: ErasedKind): number => erased.reduce((total, { counts }) => total + (counts?.[kind] ?? 0), 0);
  return {
    fileIds: erased.flatMap((one) => one.fileIds ?? []),
    counts: Object.fromEntries(erasedNames.map((kind) => [kind, sum(kind)])) as ErasedCounts,
  };
}

/** @throws {Error} while somebody active reports to them, or somebody who has left would become a top */
function assertLineStaysConnected({ person, hasManager, activeReports, inactiveReports }: ErasureTarget): void {
  const moveFirst = 'move them first (checkin org move … --to …).';
  if (activeReports.length > 0) {
    const more = activeReports.length > maxNamedReports ? ', …' : '';
    const people = pluralize(activeReports.length, 'active person reports', 'active people report');
    throw new ApiError(
      'HAS_REPORTS',
      `${people} to ${person.email} (${activeReports.slice(0, maxNamedReports).join(', ')}${more}): ${moveFirst}`,
    );
  }
  if (inactiveReports > 0 && !hasManager) {
    const people = pluralize(inactiveReports, 'person who has left is', 'people who have left are');
    throw new ApiError(
      'HAS_REPORTS',
      `${people} below ${person.email}, who has no manager to take them over: ${moveFirst}`,
    );
  }
}

async function runOne<T>(tx: Transaction, ...call: Call): Promise<T> {
  const [row] = await tx.rows<T>(...call);
  if (!row) throw new Error(`cypher/${call[0]}.cypher returned no row.`);
  return row;
}

function isRetryable(error: unknown): boolean {
  const { code = '', cause } = error as Partial<ApiError> & { cause?: { code?: string } };
  return [code, cause?.code ?? ''].some((name) =>
    /^Neo\.(TransientError\.|ClientError\.(Schema\.ConstraintValidationFailed|Statement\.EntityNotFound)$)/.test(name),
  );
}

/** A text as it stands within JSON texts, and the pattern (of Java) of a JSON text that has it as words of its own. */
function toJsonTerm(term: string): { text: string; pattern: string } {
  const text = JSON.stringify(term).slice(1, -1);
  const literal = text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const before = '(?:(?<![\\p{L}\\p{N}])|(?<=\\\\[nrtbf]))'; // an escaped line feed ends with a letter
  return { text, pattern: `(?s).*${before}${literal}(?![\\p{L}\\p{N}]).*` };
}

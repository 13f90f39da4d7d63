// Lists are read in pages as fast as the client takes them, over connections of their own. A list of more than one page
// keeps its connection until the client has read it, so each caller and tenant may have only a few of these.
import type { Session } from 'neo4j-driver';
import { readPages, withTimeout, type Row } from './driver.ts';
import { createListLimiter, type Reader } from './list-limits.ts';
import type { Query } from './query-files.ts';

const rowsPerPage = 500;
/** Until the first page is there. Together with the long lists they are as many as the connections for lists. */
const firstPageLimits = { perCaller: 4, perTenant: 8, total: 12 };
const longListLimits = { perCaller: 2, perTenant: 4, total: 8 };
export const listConnections = firstPageLimits.total + longListLimits.total;
const firstPageWaitMs = 2_000;
const longListWaitMs = 2_000;
/** A client that leaves, or is cut off, so long after it was given a page reads slowly. It has to wait before its next list. */
const slowAfterMs = 4_500;
const slowPauseMs = 10_000;
const maxRemembered = 1_000;

/** Rows on their way, some hundreds at a time: handing on each by itself would cost more than reading it. */
export type Rows<T> = AsyncGenerator<T[], void, void>;

/** The pages of a list; its heading comes first, as a page of one row. */
export type ListReads = (query: Query, params: Record<string, unknown>, reader: Reader) => Rows<Row>;

/**
 * @param openSession opens a session for one list
 * @param prepare waits until the query has a plan
 */
export function createListReads(
  openSession: () => Session,
  prepare: (query: Query) => Promise<unknown> | null,
  withinMs: number,
): ListReads {
  const firstPageLimiter = createListLimiter(firstPageLimits);
  const longListLimiter = createListLimiter(longListLimits);
  const knownLongLists = createRecentSet();

  const paging = { withinMs, perPage: rowsPerPage, heading: true };

  return async function* readList(query, params, reader) {
    const key = `${query.name} ${JSON.stringify({ ...params, now: null })}`;
    await prepare(query);
    let releaseLongList: (() => void) | null = null;
    let releaseFirstPage: (() => void) | null = null;
    let yieldedAt = Infinity;
    try {
      do {
        releaseFirstPage?.();
        // A list known to be long does not begin before it may go on: its first page costs the database as much as the rest.
        if (knownLongLists.has(key)) releaseLongList ??= await longListLimiter.acquire(reader, longListWaitMs);
        releaseFirstPage = await firstPageLimiter.acquire(reader, firstPageWaitMs);
      } while (!releaseLongList && knownLongLists.has(key)); // another reader has found out meanwhile
      let pages = 0;
      for await (const page of readPages(openSession(), query, params, paging)) {
        pages += 1;
        if (pages === 3) {
          knownLongLists.add(key);
          releaseLongList ??= await longListLimiter.acquire(reader, longListWaitMs);
          releaseFirstPage();
        }
        yieldedAt = performance.now();
        yield page;
        yieldedAt = Infinity;
      }
      if (pages < 3) knownLongLists.delete(key);
    } finally {
      releaseFirstPage?.();
      const wasSlow = performance.now() - yieldedAt > slowAfterMs;
      if (releaseLongList && wasSlow) setTimeout(releaseLongList, slowPauseMs).unref();
      else releaseLongList?.();
    }
  };
}

/**
 * Reads the first row of a list, its head.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE after `withinMs`
 */
export async function openList<Head, T>(
  name: string,
  pages: Rows<Row>,
  withinMs: number,
): Promise<{ head: Head; rows: Rows<T> }> {
  try {
    const { value: first } = await withTimeout(withinMs, pages.next());
    if (!first?.[0]) throw new Error(`cypher/${name}.cypher gave no heading.`);
    return { head: first[0] as Head, rows: pages as Rows<T> };
  } catch (error) {
    void pages.return().catch(() => undefined);
    throw error;
  }
}

/** Keeps the keys added last. */
function createRecentSet(): Pick<Set<string>, 'has' | 'add' | 'delete'> {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    delete: (key) => keys.delete(key),
    add(key) {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > maxRemembered && oldest !== undefined) keys.delete(oldest);
      return keys;
    },
  };
}

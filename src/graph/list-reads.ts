// Lists are read in pages as fast as the client takes them, over connections of their own. A list of more than one page
// keeps its connection until the client has read it, so each caller and tenant may have only a few of these.
import type { Session } from 'neo4j-driver';
import { fail } from '../errors.ts';
import { pagesOf, within, type Row } from './driver.ts';
import { createTurns, type Reader } from './list-limits.ts';
import type { Query } from './query-files.ts';

const rowsPerPage = 500;
/** Until the first page is there. Together with the long lists they are as many as the connections for lists. */
const beginning = { perCaller: 4, perTenant: 8, total: 12 };
const long = { perCaller: 2, perTenant: 4, total: 8 };
export const listConnections = beginning.total + long.total;
const beginWithinMs = 2_000;
const continueWithinMs = 2_000;
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
  const beginTurns = createTurns(beginning);
  const longTurns = createTurns(long);
  const longBefore = createRecentSet();

  const paging = { withinMs, perPage: rowsPerPage, heading: true };

  return async function* readList(query, params, reader) {
    const key = `${query.name} ${JSON.stringify({ ...params, now: null })}`;
    await prepare(query);
    let endLong: (() => void) | null = null;
    let endBeginning: (() => void) | null = null;
    let yieldedAt = Infinity;
    try {
      do {
        endBeginning?.();
        // A list known to be long does not begin before it may go on: its first page costs the database as much as the rest.
        if (longBefore.has(key)) endLong ??= await longTurns.take(reader, continueWithinMs);
        endBeginning = await beginTurns.take(reader, beginWithinMs);
      } while (!endLong && longBefore.has(key)); // another reader has found out meanwhile
      let pages = 0;
      for await (const page of pagesOf(openSession(), query, params, paging)) {
        pages += 1;
        if (pages === 3) {
          longBefore.add(key);
          endLong ??= await longTurns.take(reader, continueWithinMs);
          endBeginning();
        }
        yieldedAt = performance.now();
        yield page;
        yieldedAt = Infinity;
      }
      if (pages < 3) longBefore.delete(key);
    } finally {
      endBeginning?.();
      const wasSlow = performance.now() - yieldedAt > slowAfterMs;
      if (endLong && wasSlow) setTimeout(endLong, slowPauseMs).unref();
      else endLong?.();
    }
  };
}

/**
 * Reads the heading of a list, and gives the list up when `admit` throws.
 *
 * @throws {ApiError} what `admit` throws, UNAUTHENTICATED when the heading knows no caller, DATABASE_UNAVAILABLE after `withinMs`
 */
export async function openList<Head, T>(
  name: string,
  pages: Rows<Row>,
  withinMs: number,
  admit: (head: Head) => void,
): Promise<{ head: Head; rows: Rows<T> }> {
  try {
    const { value: first } = await within(withinMs, pages.next());
    if (!first?.[0]) throw new Error(`cypher/${name}.cypher gave no heading.`);
    const [head] = first;
    if (head['standing'] === null) fail('UNAUTHENTICATED');
    admit(head as Head);
    return { head: head as Head, rows: pages as Rows<T> };
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

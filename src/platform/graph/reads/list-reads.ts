// Reads lists in pages at the client's speed, over a connection pool of their own. A list occupies its connection until the
// client has read it, so callers and tenants may have only a few at a time.
import type { Record as DriverRecord, Session } from 'neo4j-driver';
import { createPlaces, type Owner } from '../../lib/places.ts';
import { lists } from '../../limits.ts';
import { withoutStackTrace } from '../connection/driver.ts';
import { isOutdatedRead, maxReadAttempts, translateError } from '../connection/driver-errors.ts';
import type { StatementObserver } from '../load/observe.ts';
import type { Query } from '../queries/query-files.ts';
import { buildShape, convertPage, getValues, joinCalls, toObject, type Params, type Row, type Shape } from '../rows.ts';

/** Lists of fewer people are read together with others, as point reads are, and need no connection of their own. */
export const shortListLimit = 201;

/** Rows as a stream of pages of some hundred rows: passing on single rows would cost more than reading them. */
export type Rows<T> = AsyncGenerator<T[], void, void>;

export function createListReads(
  openSession: () => Session,
  withinMs: number,
  observer: Pick<StatementObserver, 'pages'>,
) {
  const takePlace = createPlaces(lists.places);

  /** Reads the pages of a list. The first page is the heading alone. */
  async function* read(query: Query, params: Params, reader: Owner): Rows<Row> {
    const leavePlace = await takePlace(reader, lists.waitMs);
    try {
      yield* observer.pages(query, readListPages(openSession(), query, params, withinMs));
    } finally {
      leavePlace();
    }
  }
  return { read };
}

/** The rows of a list that has arrived as a whole. */
// oxlint-disable-next-line typescript/require-await -- a list of several pages awaits them
export async function* toSinglePage<T>(rows: T[]): Rows<T> {
  if (rows.length > 0) yield rows;
}

type FirstPage = IteratorResult<Row[], void>;
export type WaitForFirstPage = (first: Promise<FirstPage>) => Promise<FirstPage>;

/**
 * Reads the first row of a list, its head.
 *
 * @param wait rejects when the time for the first page is up
 */
export async function openList<Head, T>(
  name: string,
  pages: Rows<Row>,
  wait: WaitForFirstPage,
): Promise<{ head: Head; rows: Rows<T> }> {
  try {
    const { value: first } = await wait(pages.next());
    if (!first?.[0]) throw new Error(`cypher/${name}.cypher gave no heading.`);
    return { head: first[0] as Head, rows: pages as Rows<T> };
  } catch (error) {
    void pages.return().catch(() => undefined);
    throw error;
  }
}

/** Reads a list in pages while they arrive; the heading is a page of its own. Closes the session at the end. */
export async function* readListPages(
  reader: Session,
  query: Query,
  params: Params,
  withinMs: number,
): AsyncGenerator<Row[], void, void> {
  if (!query.isList) throw new Error(`cypher/${query.name}.cypher is not a list.`);
  let isFirst = true;
  for await (const record of runAndClose(reader, query, params, withinMs)) {
    const rows = convertPage(query, record, isFirst);
    if (isFirst) yield rows.splice(0, 1);
    isFirst = false;
    if (rows.length > 0) yield rows;
  }
}

/** Reads the rows of a query without a heading, so many at once. Closes the session at the end. */
export async function* scanPages(
  reader: Session,
  query: Query,
  params: Params,
  { withinMs, perPage }: { withinMs: number; perPage: number },
): AsyncGenerator<Row[], void, void> {
  if (query.isBatched) throw new Error(`cypher/${query.name}.cypher needs the line @rows.`);
  let page: Row[] = [];
  let shape: Shape | null = null;
  for await (const record of runAndClose(reader, query, params, withinMs)) {
    shape ??= buildShape(record.keys as string[]);
    page.push(toObject(shape, getValues(record)) ?? {});
    if (page.length < perPage) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* runAndClose(
  reader: Session,
  query: Query,
  params: Params,
  withinMs: number,
): AsyncGenerator<DriverRecord, void, undefined> {
  const deadline = performance.now() + withinMs;
  const p = joinCalls(query, [{ params }]);
  const read = (timeout: number) => withoutStackTrace(() => reader.run(query.statement, { p }, { timeout }));
  try {
    for (let attempt = 1, restMs = withinMs; ; attempt += 1) {
      let hasRows = false;
      try {
        for await (const record of read(restMs)) {
          hasRows = true;
          yield record;
        }
        return;
      } catch (error) {
        restMs = Math.round(deadline - performance.now());
        const canRepeat = !hasRows && restMs > 0 && attempt < maxReadAttempts && isOutdatedRead(error);
        if (!canRepeat) translateError(error, query.name);
      }
    }
  } finally {
    void reader.close().catch(() => undefined);
  }
}

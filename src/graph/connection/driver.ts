// Adapter of the Neo4j driver: its settings, rows in pages, and its errors as error codes of the catalogue.
import neo4j, { Neo4jError, type Driver, type Record as DriverRecord, type Session } from 'neo4j-driver';
import { ApiError, fail, type ErrorCode } from '../../errors.ts';
import type { Query } from '../queries/query-files.ts';
import { convertPage, joinCalls, type Params } from '../queries/calls.ts';
import { buildShape, getValues, toObject, type Row, type Shape } from '../rows.ts';
import { waitAtMost } from '../../lib/timeouts.ts';

/** Connection settings, named as the environment variables. */
export type DatabaseConfig = {
  NEO4J_URI: string;
  NEO4J_USER: string;
  NEO4J_PASSWORD: string;
  NEO4J_DATABASE: string;
};

/**
 * Creates a driver with a pool of at most `connections`. It connects with its first query.
 *
 * @param options.lossless keeps integers apart from floats
 */
export function openDriver(
  { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD }: DatabaseConfig,
  connections: number,
  { lossless = false } = {},
): Driver {
  return neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: !lossless,
    maxConnectionPoolSize: connections,
    connectionAcquisitionTimeout: 2_500,
    connectionTimeout: 2_000,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
}

/** Closes the session in the background once `result` settles. */
export function closeSessionAfter<T>(session: Session, result: Promise<T>): Promise<T> {
  return result.finally(() => void session.close().catch(() => undefined));
}

/** Does not cancel the work. @throws {ApiError} DATABASE_UNAVAILABLE after `ms` */
export const withTimeout = <T>(ms: number, result: Promise<T>): Promise<T> =>
  waitAtMost(ms, result, () => new ApiError('DATABASE_UNAVAILABLE'));

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
  const p = joinCalls(query, [params]);
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
        if (!canRepeat) translateError(query.name)(error);
      }
    }
  } finally {
    void reader.close().catch(() => undefined);
  }
}

/** How often a read is tried, within its time limit, that meets data which others are changing. */
export const maxReadAttempts = 3;

/**
 * Whether a read met data that another transaction was changing, so that repeating it helps: the node or relationship was
 * deleted, or the node got more than fifty relationships, and Neo4j moved them to another structure.
 */
export function isOutdatedRead(error: unknown): boolean {
  return /^Neo\.(TransientError\.Transaction\.Outdated|ClientError\.Statement\.EntityNotFound)$/.test(
    getDriverCode(error),
  );
}

/** Whether the connection was lost; the database may have been restarted. */
export function isConnectionLoss(error: unknown): boolean {
  return /^(ServiceUnavailable|SessionExpired)$/.test(getDriverCode(error));
}

/** Whether the statement failed by itself, or waited too long for a lock: not for the load or the connection. */
export function isStatementFailure(error: unknown): boolean {
  return /^Neo\.(ClientError\.(?!Security)|DatabaseError\.)/.test(getDriverCode(error));
}

/** Whether the database refused a transaction for its memory, alone or together with others. */
export function isOutOfMemory(error: unknown): boolean {
  return /^Neo\.TransientError\.General\.\w*OutOfMemoryError$/.test(getDriverCode(error));
}

/** Whether a statement got no answer in its time: it took too long, or the database is away. */
export function isOutOfTime(error: unknown): boolean {
  return isTimeout(error) || (error instanceof ApiError && isUnavailable(error) && error.cause === undefined);
}

export function isTimeout(error: unknown): boolean {
  return /\.(TransactionTimedOut\w*|Terminated)$/.test(getDriverCode(error));
}

/** Returns the driver's code of an error, before or after `translateError`. */
function getDriverCode(error: unknown): string {
  const { code } = (error instanceof ApiError ? (error.cause ?? {}) : error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** EntityNotFound means that another transaction deleted the node meanwhile; a retry answers "not found". */
const unavailableCodes =
  /^(ServiceUnavailable|SessionExpired|Neo\.(TransientError\..*|ClientError\.((Security|Transaction)\..*|Statement\.EntityNotFound)))$/;

/** Whether the database did not answer in time, or cannot answer now; before or after `translateError`. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'DATABASE_UNAVAILABLE';
  return unavailableCodes.test(getDriverCode(error)) || /^\w+: Connection acquisition timed out/.test(String(error));
}

/**
 * Creates a handler that translates errors of the driver into the catalogue's. An unknown error is rethrown with the query
 * name and the database's code only: the database's message may quote personal text.
 *
 * @param queryName null rethrows an unknown error unchanged: for operators, and for statements without personal text
 * @param onConflict the code for a constraint violation
 */
export function translateError(queryName: string | null, onConflict?: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Neo4jError)) throw error;
    if (onConflict && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed') fail(onConflict);
    if (isUnavailable(error)) throw new ApiError('DATABASE_UNAVAILABLE', undefined, { cause: error });
    if (queryName === null) throw error;
    throw Object.assign(new Error(`cypher/${queryName}.cypher failed with ${error.code}.`), { code: error.code });
  };
}

/**
 * Starts a statement without capturing a stack trace. The driver captures one per statement, which takes a seventh of its
 * CPU time; `translateError` names the query instead.
 */
export function withoutStackTrace<T>(start: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return start();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

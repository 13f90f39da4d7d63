// What the driver needs and what it gives back: its settings, rows as plain objects, its errors as the catalogue's.
import neo4j, { Neo4jError, type Driver, type Record as Answer, type Session } from 'neo4j-driver';
import type { Query } from './cypher.ts';
import { ApiError, fail, type ErrorCode } from './errors.ts';

export type Row = Record<string, unknown>;

/** Where the database is; the names are the environment's. */
export type Address = { NEO4J_URI: string; NEO4J_USER: string; NEO4J_PASSWORD: string; NEO4J_DATABASE: string };

/** A driver with at most `connections` of its own. It connects with its first question. */
export function openDriver({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD }: Address, connections: number): Driver {
  return neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: connections,
    connectionAcquisitionTimeout: 2_500,
    connectionTimeout: 2_000,
    maxTransactionRetryTime: 1_500,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
}

/** Closes the session when the answer is there, or is not to be had; nobody waits for that. */
export function closing<T>(session: Session, answer: Promise<T>): Promise<T> {
  return answer.finally(() => void session.close().catch(() => undefined));
}

/** @throws {ApiError} DATABASE_UNAVAILABLE when the answer takes longer; what is under way is left to end by itself */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError('DATABASE_UNAVAILABLE')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The answers to a question as they arrive, in pages; a heading, the first, by itself. Closes the session at the end. */
export async function* pagesOf(
  reader: Session,
  { name, text }: Pick<Query, 'name' | 'text'>,
  params: Row,
  { withinMs, perPage, heading }: { withinMs: number; perPage: number; heading: boolean },
): AsyncGenerator<Row[], void, void> {
  let page: Row[] = [];
  let size = heading ? 1 : perPage;
  let read = heading ? toRow : toListedRow;
  try {
    for await (const answer of traceless(() => reader.run(text, params, { timeout: withinMs }))) {
      page.push(read(answer));
      if (page.length < size) continue;
      yield page;
      page = [];
      size = perPage;
      read = toListedRow;
    }
    if (page.length > 0) yield page;
  } catch (error) {
    rethrow(name)(error);
  } finally {
    void reader.close().catch(() => undefined);
  }
}

/** A row by column. A column may be null; inside a column's maps, what is null is absent, as in the interface. */
export function toRow(answer: Answer): Row {
  const row: Row = {};
  const keys = answer.keys as string[];
  for (let place = 0; place < keys.length; place += 1) row[keys[place] as string] = withoutNulls(answer.get(place));
  return row;
}

/** A row of a list, without the columns that are null. */
export function toListedRow(answer: Answer): Row {
  const row: Row = {};
  const keys = answer.keys as string[];
  for (let place = 0; place < keys.length; place += 1) {
    const value: unknown = answer.get(place);
    if (value !== null) row[keys[place] as string] = withoutNulls(value);
  }
  return row;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const kept: Row = {};
  for (const key in value) {
    const inner = (value as Row)[key];
    if (inner !== null) kept[key] = withoutNulls(inner);
  }
  return kept;
}

/** Of these the last is what was found and then deleted by somebody else: asked again, it is not found. */
const notNow =
  /^(ServiceUnavailable|SessionExpired|Neo\.(TransientError\..*|ClientError\.((Security|Transaction)\..*|Statement\.EntityNotFound)))$/;

/**
 * Turns the driver's errors into the catalogue's. Of what it does not know only the query and the database's code go on:
 * the database's own words may quote what people wrote.
 *
 * @param asked the name of the query; null lets the error go on as it is: to an operator, or of a text that holds nothing of anybody
 * @param onConflict what a broken constraint means to the caller
 */
export function rethrow(asked: string | null, onConflict?: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Neo4jError)) throw error;
    if (onConflict && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed') fail(onConflict);
    const unavailable = notNow.test(error.code) || error.message.startsWith('Connection acquisition timed out');
    if (unavailable) throw new ApiError('DATABASE_UNAVAILABLE', undefined, { cause: error });
    if (asked === null) throw error;
    throw Object.assign(new Error(`cypher/${asked}.cypher failed with ${error.code}.`), { code: error.code });
  };
}

/**
 * Starts a statement without the stack trace that the driver takes of every one of them, at a seventh of its own time;
 * `rethrow` names the query instead.
 */
export function traceless<T>(start: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return start();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

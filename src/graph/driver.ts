// What the driver needs and what it gives back: its settings, rows as plain objects, its errors as the catalogue's.
import neo4j, { Neo4jError, type Driver, type Record as Answer, type Session } from 'neo4j-driver';
import { ApiError, fail, type ErrorCode } from '../errors.ts';
import type { Query } from './query-files.ts';

export type Row = Record<string, unknown>;

/** Where the database is; the names are the environment's. */
export type Address = { NEO4J_URI: string; NEO4J_USER: string; NEO4J_PASSWORD: string; NEO4J_DATABASE: string };

/** For how long a request may wait: for a point read or a change, a list's first row, the whole list, a transaction. */
export const requestLimits = {
  answerWithinMs: 2_500,
  firstRowWithinMs: 10_000,
  listWithinMs: 30_000,
  transactionWithinMs: 60_000,
};
export type Limits = typeof requestLimits;

/** A driver with at most `connections` of its own. It connects with its first question. */
export function openDriver({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD }: Address, connections: number): Driver {
  return neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: connections,
    connectionAcquisitionTimeout: 2_500,
    connectionTimeout: 2_000,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
}

/** Closes the session when the answer is there, or is not to be had; nobody waits for that. */
export function closeSessionAfter<T>(session: Session, answer: Promise<T>): Promise<T> {
  return answer.finally(() => void session.close().catch(() => undefined));
}

/** @throws {ApiError} DATABASE_UNAVAILABLE when the answer takes longer; what is under way is left to end by itself */
export function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError('DATABASE_UNAVAILABLE')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The answers to a question as they arrive, in pages; a heading, the first, by itself. Closes the session at the end. */
export async function* readPages(
  reader: Session,
  { name, statement }: Pick<Query, 'name' | 'statement'>,
  params: Row,
  { withinMs, perPage, heading }: { withinMs: number; perPage: number; heading: boolean },
): AsyncGenerator<Row[], void, void> {
  let page: Row[] = [];
  let size = heading ? 1 : perPage;
  let shape: Shape | undefined;
  let read = heading ? toRow : toObject;
  try {
    for await (const answer of withoutStackTrace(() => reader.run(statement, { p: params }, { timeout: withinMs }))) {
      shape ??= getShape(answer.keys as string[]);
      page.push(read(shape, answer) ?? {});
      if (page.length < size) continue;
      yield page;
      page = [];
      size = perPage;
      read = toObject;
    }
    if (page.length > 0) yield page;
  } catch (error) {
    translateError(name)(error);
  } finally {
    void reader.close().catch(() => undefined);
  }
}

/**
 * Rows by column. A column named `user.name` is the field `name` of `user`: the driver reads many columns much faster than
 * a map in each row. A column may be null, as is an object without any field; inside of both, what is null is absent, as in
 * the interface.
 */
export function toRows(answers: Answer[]): Row[] {
  const [first] = answers;
  if (!first) return [];
  const shape = getShape(first.keys as string[]);
  return answers.map((answer) => toRow(shape, answer));
}

/** Where the parts of a row stand: a column by its place, an object by its own parts. */
type Shape = { name: string; part: number | Shape }[];

/** By the names of the columns, which are those of the query files. */
const shapes = new Map<string, Shape>();

function getShape(columns: string[]): Shape {
  const names = columns.join();
  let shape = shapes.get(names);
  if (!shape) shapes.set(names, (shape = buildShape(columns)));
  return shape;
}

function buildShape(columns: string[]): Shape {
  const shape: Shape = [];
  columns.forEach((column, place) => {
    const path = column.split('.');
    const last = path.pop() ?? column;
    let object = shape;
    for (const name of path) {
      let inner = object.find((field) => field.name === name)?.part;
      if (typeof inner !== 'object') object.push({ name, part: (inner = []) });
      object = inner;
    }
    object.push({ name: last, part: place });
  });
  return shape;
}

const readValue = (part: number | Shape, answer: Answer): unknown =>
  typeof part === 'number' ? withoutNulls(answer.get(part)) : toObject(part, answer);

/** With the columns that are null. */
function toRow(shape: Shape, answer: Answer): Row {
  const row: Row = {};
  for (const { name, part } of shape) row[name] = readValue(part, answer);
  return row;
}

/** Without what is null; null when nothing is left. */
function toObject(shape: Shape, answer: Answer): Row | null {
  let object: Row | null = null;
  for (const { name, part } of shape) {
    const value = readValue(part, answer);
    if (value !== null) (object ??= {})[name] = value;
  }
  return object;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const result: Row = {};
  for (const key in value) {
    const inner = (value as Row)[key];
    if (inner !== null) result[key] = withoutNulls(inner);
  }
  return result;
}

/** Whether the connection broke: the database may have been restarted since. */
export function isConnectionLoss(error: unknown): boolean {
  return /^(ServiceUnavailable|SessionExpired)$/.test(getDriverCode(error));
}

/** Whether the database gave a statement up because its time was over. */
export function isTimeout(error: unknown): boolean {
  return /\.(TransactionTimedOut\w*|Terminated)$/.test(getDriverCode(error));
}

/** The driver's code of an error, translated or not. */
function getDriverCode(error: unknown): string {
  const { code } = (error instanceof ApiError ? (error.cause ?? {}) : error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Of these the last is what was found and then deleted by somebody else: asked again, it is not found. */
const unavailableCodes =
  /^(ServiceUnavailable|SessionExpired|Neo\.(TransientError\..*|ClientError\.((Security|Transaction)\..*|Statement\.EntityNotFound)))$/;

/**
 * Turns the driver's errors into the catalogue's. Of what it does not know only the query and the database's code go on:
 * the database's own words may quote what people wrote.
 *
 * @param queryName the name of the query; null lets the error go on as it is: to an operator, or of a text that holds nothing of anybody
 * @param onConflict what a broken constraint means to the caller
 */
export function translateError(queryName: string | null, onConflict?: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Neo4jError)) throw error;
    if (onConflict && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed') fail(onConflict);
    const unavailable =
      unavailableCodes.test(error.code) || error.message.startsWith('Connection acquisition timed out');
    if (unavailable) throw new ApiError('DATABASE_UNAVAILABLE', undefined, { cause: error });
    if (queryName === null) throw error;
    throw Object.assign(new Error(`cypher/${queryName}.cypher failed with ${error.code}.`), { code: error.code });
  };
}

/**
 * Starts a statement without the stack trace that the driver takes of every one of them, at a seventh of its own time;
 * `translateError` names the query instead.
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

// What the errors of the Neo4j driver mean, and their translation into the codes of the catalogue.
import { Neo4jError } from 'neo4j-driver';
import { ApiError, fail, type ErrorCode } from '../../errors.ts';

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
  return /^Neo\.\w+\.General\.(\w*OutOfMemoryError|TransactionMemoryLimit)$/.test(getDriverCode(error));
}

/** Whether a statement got no answer in its time: it took too long, or the database is away. */
export function isOutOfTime(error: unknown): boolean {
  const isRefusal = error instanceof ApiError && (error.code === 'ANSWER_TOO_SLOW' || isUnavailable(error));
  return isTimeout(error) || (isRefusal && error.cause === undefined);
}

/** Whether the database ended a statement because its time was up. */
export function isTimeout(error: unknown): boolean {
  return /\.(TransactionTimedOut\w*|Terminated)$/.test(getDriverCode(error));
}

/** Returns the driver's code of an error, before or after `translateError`. */
function getDriverCode(error: unknown): string {
  const { code } = (error instanceof ApiError ? (error.cause ?? {}) : error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * The transaction is gone, or the server cannot take one now. `Request.Invalid` is the answer to a statement that reaches a
 * transaction which the server has just ended.
 */
const lostTransaction =
  /^Neo\.(ClientError\.(Transaction\..*|Request\.Invalid|(Cluster|Routing)\..*|General\.\w+OnReadOnly\w*Database)|DatabaseError\.Transaction\..*)$/;
/** EntityNotFound means that another transaction deleted the node meanwhile; a retry answers "not found". */
const unavailableCodes =
  /^(ServiceUnavailable|SessionExpired|Neo\.(TransientError\..*|ClientError\.(Security\..*|Statement\.EntityNotFound)))$/;

/** Whether the database did not answer in time, or cannot answer now; before or after `translateError`. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'DATABASE_UNAVAILABLE';
  const code = getDriverCode(error);
  const isKnown = unavailableCodes.test(code) || lostTransaction.test(code);
  return isKnown || /^\w+: Connection acquisition timed out/.test(String(error));
}

/**
 * Translates an error of the driver into one of the catalogue. An unknown error is rethrown with the query name and the
 * database's code only: the database's message may quote personal text.
 *
 * @param queryName null rethrows an unknown error unchanged: for operators, and for statements without personal text
 * @param onConflict the code for a constraint violation
 */
export function translateError(error: unknown, queryName: string | null, onConflict?: ErrorCode): never {
  if (!(error instanceof Neo4jError)) throw error;
  if (onConflict && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed') fail(onConflict);
  if (isUnavailable(error)) throw new ApiError('DATABASE_UNAVAILABLE', undefined, { cause: error });
  if (queryName === null) throw error;
  throw Object.assign(new Error(`cypher/${queryName}.cypher failed with ${error.code}.`), { code: error.code });
}

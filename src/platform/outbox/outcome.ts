// How an attempt at an event can end, and what an error means for it.
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { GraphClient } from '../graph/client.ts';
import type { RowOf } from '../graph/queries/call-types.ts';

/**
 * How an event ended: an e-mail was `sent`, or not as its address is `stopped`; nobody was left to notify (`skipped`); other
 * work is `completed`.
 */
type Done = { done: 'sent'; messageId: string } | { done: 'stopped' | 'skipped' | 'completed' };
/** A row of `notifications/deliver`. */
export type DeliveryRow = RowOf<'notifications/deliver', 'rows'>;
export type Success = Done | { deliver: DeliveryRow };
export type Failure = { defer: string; until?: string } | { leave: string } | { retry: string } | { fail: string };

/**
 * The outcome of an attempt.
 * - `deliver`: done as soon as `notifications/deliver` has stored the row, which ends the event in the same transaction.
 *
 * The others have a reason, which is stored with the event and contains no personal text.
 * - `defer`: the event was not attempted. It does not count as an attempt, and is due again at `until` or after a pause.
 * - `leave`: the event was made by a newer release, whose workers know it. It does not count as an attempt.
 * - `retry`: the attempt failed, and is repeated while attempts are left.
 * - `fail`: the event failed permanently.
 */
export type Outcome = Success | Failure;

/** Why an event is left to the workers of a newer release. */
export const unknownType = 'unknown event type';
/** Errors that do not count as an attempt: an outage of the file storage, and the shutdown of the process. */
const uncountedCodes = ['FILES_UNAVAILABLE', 'STOPPING'];

/**
 * Logs why an attempt failed. After a restart of the database, work fails until its queries are planned again: that does
 * not count as an attempt either.
 */
export function toFailure(error: unknown, log: Logger, graph: Pick<GraphClient, 'state'>): Failure {
  const { code = 'INTERNAL' } = error as { code?: string };
  log.warn({ err: error }, 'outbox event attempt failed');
  const isUnplanned = code === 'DATABASE_UNAVAILABLE' && graph.state() !== 'ready';
  return isUnplanned || uncountedCodes.includes(code) ? { defer: code } : { retry: code };
}

export function isSuccess(outcome: Outcome): outcome is Success {
  return 'done' in outcome || 'deliver' in outcome;
}

/** Whether the database did not answer. */
export const isOutage = (error: unknown): boolean => error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE';

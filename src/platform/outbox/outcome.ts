// How an attempt at an event can end, and what an error means for it.
import type { Logger } from 'pino';
import { ApiError, errorCodes, getStatus, type ErrorCode } from '../errors.ts';
import { isOutOfMemory, isUnavailable } from '../graph/connection/driver-errors.ts';
import type { RowOf } from '../graph/queries/call-types.ts';

/**
 * How an event ended: an e-mail was `sent`, or not as its address is `stopped`; nobody was left to notify (`skipped`); other
 * work is `completed`.
 */
type Done = { done: 'sent'; messageId: string } | { done: 'stopped' | 'skipped' | 'completed' };
/** A row of `notifications/deliver`. */
export type DeliveryRow = RowOf<'notifications/deliver', 'rows'>;
export type Success = Done | { deliver: DeliveryRow };
export type Failure =
  | { defer: string; until?: string }
  | { postpone: string }
  | { leave: string }
  | { retry: string; until?: string }
  | { fail: string };

/**
 * The outcome of an attempt.
 * - `deliver`: done as soon as `notifications/deliver` has stored the row, which ends the event in the same transaction.
 *
 * The others have a reason, which is stored with the event and contains no personal text.
 * - `defer`: the event was not attempted. It does not count as an attempt, and is due again at `until` or after a pause.
 * - `postpone`: the database or another part of the service answered late or not at all. It does not count as an attempt,
 *   however often it happens; the pauses grow.
 * - `leave`: the event was made by a newer release, whose workers know it. It does not count as an attempt.
 * - `retry`: the attempt failed, and is repeated while attempts are left: after a pause, and not before `until`.
 * - `fail`: the event failed permanently.
 */
export type Outcome = Success | Failure;

/** Why an event is left to the workers of a newer release. */
export const unknownType = 'unknown event type';
/**
 * What an error of the work means. An attempt counts if the work itself was refused or failed: another attempt would
 * probably end in the same way. It does not count if the service would tell a client to try again later (503, 429), or if its
 * process is stopping. What the database refuses for its memory counts, because the work may be what is too large.
 */
export function classifyFailure(error: unknown): Failure {
  const { code = 'INTERNAL' } = error as { code?: string };
  if (code === 'STOPPING') return { defer: code };
  const isLater = isOfCatalogue(code) ? [429, 503].includes(getStatus(code)) : isUnavailable(error);
  return isLater && !isOutOfMemory(error) ? { postpone: code } : { retry: code };
}

const isOfCatalogue = (code: string): code is ErrorCode => (errorCodes as string[]).includes(code);

/** Logs why an attempt failed, and says what that means. */
export function toFailure(error: unknown, log: Logger): Failure {
  log.warn({ err: error }, 'outbox event attempt failed');
  return classifyFailure(error);
}

export function isSuccess(outcome: Outcome): outcome is Success {
  return 'done' in outcome || 'deliver' in outcome;
}

/** Whether the database did not answer. */
export const isOutage = (error: unknown): boolean => error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE';

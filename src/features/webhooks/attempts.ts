// What follows an attempt at a delivery: delivered, sent again later, or given up.
import type { AttemptStatus } from '../../platform/http/process/metrics.ts';
import type { Sent } from './send.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The pauses after each failed attempt; the first attempt is made at once. */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs] as const;
/** A receiver that is busy may ask for a longer pause, up to this one. */
const maxRetryAfterMs = hourMs;
const busyStatuses: readonly number[] = [429, 503];
/**
 * A failure so long after the last one is the first failure of a new streak, because nothing was sent in between, not even a
 * repeated event.
 */
export const streakPauseMs = 12 * hourMs;

export type AttemptResult = {
  deliveryId: string;
  status: AttemptStatus;
  attempts: number;
  /** When it is sent again, ISO 8601. */
  dueAt: string | null;
  httpStatus: number | null;
  error: string | null;
};

/** @param attempts with this one */
export function judgeAttempt(
  deliveryId: string,
  attempts: number,
  sent: Sent | { error: 'SECRET_UNREADABLE' },
  now: Date,
): AttemptResult {
  const httpStatus = 'httpStatus' in sent ? sent.httpStatus : null;
  const error = 'error' in sent ? sent.error : null;
  const result = { deliveryId, attempts, dueAt: null, httpStatus, error };
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { ...result, status: 'delivered' };
  const pauseMs = isGone({ httpStatus }) ? undefined : pausesMs[attempts - 1];
  if (pauseMs === undefined) return { ...result, status: 'failed' };
  const dueMs = now.getTime() + Math.max(pauseMs, readRetryAfterMs(sent, now));
  return { ...result, status: 'pending', dueAt: new Date(dueMs).toISOString() };
}

/** How long a busy receiver asks to wait, in seconds or until an HTTP date; 0 if it says nothing that can be read. */
export function readRetryAfterMs(sent: Parameters<typeof judgeAttempt>[2], now: Date): number {
  if (!('httpStatus' in sent) || !busyStatuses.includes(sent.httpStatus)) return 0;
  const { retryAfter = '' } = sent;
  const date = new Date(retryAfter);
  const untilDateMs = date.toUTCString() === retryAfter ? date.getTime() - now.getTime() : 0;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * secondMs : untilDateMs;
  return Math.min(waitMs || 0, maxRetryAfterMs); // NaN for the text "Invalid Date"
}

/** Whether the receiver wants no more events. */
export const isGone = ({ httpStatus }: Pick<AttemptResult, 'httpStatus'>): boolean => httpStatus === 410;

// Outbox events, the limits of their queues, the pauses between attempts, and the catalogue of types: how many of a type a
// job carries, and the payload.
import { Type, type TSchema } from '@sinclair/typebox';
import { compileValidator, type Validator } from '../model/validation.ts';
import { CalendarDate, strictObject } from '../model/index.ts';
import { notificationTypes } from '../notifications/registry.ts';
import type { QueueName } from '../queues/queues.ts';

/** An event as a job sees it; `payload` is JSON. */
export type OutboxEvent = {
  id: string;
  /** What it announces; unique in its tenant. */
  key: string;
  type: string;
  status: 'pending' | 'dead';
  attempts: number;
  createdAt: string;
  /** The longest pause before which it was left to newer workers. */
  leftMs?: number;
  /** Why the last attempt failed. */
  error?: string;
  subjectId?: string;
  actorId?: string;
  /** Who caused it, where it names no actor: a user, `service:<name>` or `operator`. */
  senderId?: string;
  /** The people named in the payload, other than the actor. */
  aboutIds?: string[];
  recipientIds?: string[];
  payload?: string;
  /** The trace of the request that caused it. */
  traceparent?: string;
  link?: string;
  /** Where an e-mail goes instead of the recipient's own address. */
  address?: string;
};

/**
 * Limits of each queue: jobs at a time per process, time limit of a job, attempts at an event, and jobs that wait in Redis:
 * the others wait in the graph, where tenants take turns.
 */
export const queueLimits = {
  notifications: { concurrency: 4, timeoutMs: 10_000, maxAttempts: 5, maxWaiting: 64 },
  emails: { concurrency: 8, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 64 },
  trends: { concurrency: 1, timeoutMs: 10 * 60_000, maxAttempts: 5, maxWaiting: 4 },
  imports: { concurrency: 1, timeoutMs: 200_000, maxAttempts: 3, maxWaiting: 2 }, // a PDF may take half a core and 256 MB
  'people-imports': { concurrency: 1, timeoutMs: 5 * 60_000, maxAttempts: 3, maxWaiting: 2 }, // most of Neo4j's memory
  'mass-notifications': { concurrency: 1, timeoutMs: 10_000, maxAttempts: 5, maxWaiting: 8 },
  'mass-emails': { concurrency: 4, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 32 },
} as const satisfies Record<
  QueueName,
  { concurrency: number; timeoutMs: number; maxAttempts: number; maxWaiting: number }
>;

const retryPauses = { firstMs: 2_000, factor: 4, maxMs: 15 * 60_000 };
const leavePauses = { firstMs: 2_000, factor: 1.5, maxMs: 5 * 60_000 };

/**
 * The pause after a failed attempt: 2 s, then four times as long each time, up to 15 minutes. The second half is random:
 * events that failed together are not retried together.
 *
 * @param attempts so far, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  const { firstMs, factor, maxMs } = retryPauses;
  const delayMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(delayMs * (0.5 + random / 2));
}

/**
 * The longest pause before an event is due again that this release does not know: 2 s, then half as long again each time, up
 * to 5 minutes. A newer worker beside this one gets it soon; where none runs, it costs little.
 *
 * @param before the longest pause before this one
 * @returns milliseconds; a random part of the second half is not waited for
 */
export function leaveDelay(before: number): number {
  const { firstMs, factor, maxMs } = leavePauses;
  return Math.min(maxMs, Math.max(firstMs, before * factor));
}

/** The most notifications that one statement stores. */
export const maxDeliveriesPerWrite = 250;
const maxEventsPerJob = 100;

const NoPayload = Type.Object({}, strictObject);
const Week = Type.Object({ weekStart: CalendarDate }, strictObject);

/** The payloads of types whose events have a job each. */
const payloadsOfOwnJobs: Record<string, TSchema> = {
  // A digest is counted on delivery, unless a service dispatched it with its figures.
  'digest.weekly': Type.Union([Week, notificationTypes['digest.weekly'].payload]),
  'email.send': NoPayload,
  'organisation.import': NoPayload,
  'profile.import': NoPayload,
  'trends.detect': Week,
};

/**
 * The types that this release processes; others are of a newer one. A job carries up to `eventsPerJob` events of a type
 * and a tenant. An event whose payload does not pass `check` can never be processed; without one, it names its subject.
 */
export const eventTypes = new Map<string, { eventsPerJob: number; check: Validator }>();
for (const [type, { payload }] of Object.entries(notificationTypes))
  eventTypes.set(type, { eventsPerJob: maxEventsPerJob, check: compileValidator(payload) });
for (const [type, payload] of Object.entries(payloadsOfOwnJobs))
  eventTypes.set(type, { eventsPerJob: 1, check: compileValidator(payload) });

// Outbox events, the limits of their queues, and the catalogue of their types: how many a job carries, and the payload.
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
  /** The people named in the payload, other than the actor. */
  aboutIds?: string[];
  recipientIds?: string[];
  payload?: string;
  /** The trace of the request that caused it. */
  traceparent?: string;
  link?: string;
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

/** The most notifications that one statement stores. */
export const maxDeliveriesPerWrite = 250;
const maxEventsPerJob = 100;

/** `eventsPerJob`: how many events of this type and a tenant one job may carry. */
type EventType = { eventsPerJob: number; payload: TSchema };

const NoPayload = Type.Object({}, strictObject);
const Week = Type.Object({ weekStart: CalendarDate }, strictObject);

const jobTypes: Record<string, EventType> = {
  'email.send': { eventsPerJob: 1, payload: NoPayload },
  'organisation.import': { eventsPerJob: 1, payload: NoPayload },
  'profile.import': { eventsPerJob: 1, payload: NoPayload },
  'trends.detect': { eventsPerJob: 1, payload: Week },
};
/** A digest is counted on delivery, unless a service dispatched it with its figures. */
const digestPayload = Type.Union([Week, notificationTypes['digest.weekly'].payload]);

const eventTypes = new Map<string, EventType & { check: Validator }>();
for (const [type, { payload }] of Object.entries(notificationTypes)) {
  addType(type, { eventsPerJob: maxEventsPerJob, payload });
}
addType('digest.weekly', { eventsPerJob: 1, payload: digestPayload });
for (const [type, definition] of Object.entries(jobTypes)) addType(type, definition);

function addType(type: string, definition: EventType): void {
  eventTypes.set(type, { ...definition, check: compileValidator(definition.payload) });
}

/** How many events of a type one job carries. */
export function getEventsPerJob(type: string): number {
  return eventTypes.get(type)?.eventsPerJob ?? 1;
}

/** Whether this release processes events of a type. Others are of a newer one. */
export function isKnownType(type: string): boolean {
  return eventTypes.has(type);
}

/**
 * Whether an event of a known type can never be processed. A payload may be absent: the event then names its subject.
 *
 * @param payload JSON
 */
export function hasInvalidPayload(type: string, payload?: string): boolean {
  return payload !== undefined && Boolean(eventTypes.get(type)?.check(JSON.parse(payload)));
}

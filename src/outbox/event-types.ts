// The catalogue of outbox events: which queue carries a type, and the schema of its payload.
import { Type, type TSchema } from '@sinclair/typebox';
import { compileValidator, type Validator } from '../http/validation.ts';
import { CalendarDate, strictObject } from '../model/index.ts';
import { notificationTypes } from '../notifications/registry.ts';
import type { QueueName } from '../queues/queues.ts';

/** Limits of each queue: jobs at a time per process, time limit of a job, attempts at an event. */
export const queueLimits = {
  notifications: { concurrency: 4, timeoutMs: 10_000, maxAttempts: 5 },
  emails: { concurrency: 8, timeoutMs: 20_000, maxAttempts: 10 },
  trends: { concurrency: 1, timeoutMs: 10 * 60_000, maxAttempts: 5 },
  imports: { concurrency: 1, timeoutMs: 25_000, maxAttempts: 3 }, // a PDF may take half a core and 256 MB
} as const satisfies Record<QueueName, { concurrency: number; timeoutMs: number; maxAttempts: number }>;

type EventType = { queue: QueueName; payload: TSchema };

const NoPayload = Type.Object({}, strictObject);
const Week = Type.Object({ weekStart: CalendarDate }, strictObject);

const jobTypes: Record<string, EventType> = {
  'email.send': { queue: 'emails', payload: NoPayload },
  'profile.import': { queue: 'imports', payload: NoPayload },
  'trends.detect': { queue: 'trends', payload: Week },
};
/** A digest is counted on delivery, unless a service dispatched it with its figures. */
const digestPayload = Type.Union([Week, notificationTypes['digest.weekly'].payload]);

const eventTypes = new Map<string, EventType & { check: Validator }>();
for (const [type, { payload }] of Object.entries(notificationTypes)) {
  addType(type, { queue: 'notifications', payload: type === 'digest.weekly' ? digestPayload : payload });
}
for (const [type, definition] of Object.entries(jobTypes)) addType(type, definition);

function addType(type: string, definition: EventType): void {
  eventTypes.set(type, { ...definition, check: compileValidator(definition.payload) });
}

/** The queue that carries events of a type. A worker of `notifications` dead-letters those of an unknown type. */
export function getQueueName(type: string): QueueName {
  return eventTypes.get(type)?.queue ?? 'notifications';
}

/**
 * Why an event can never be processed; null when it can. A payload may be absent: the event then names its subject.
 *
 * @param payload JSON
 */
export function findEventFault(type: string, payload?: string): string | null {
  const definition = eventTypes.get(type);
  if (!definition) return 'unknown event type';
  return payload !== undefined && definition.check(JSON.parse(payload)) ? 'invalid payload' : null;
}

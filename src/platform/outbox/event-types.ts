// Outbox events, and what a process knows of their types: how many of a type a job carries, and the payload.
import { Type, type TSchema } from '@sinclair/typebox';
import { CalendarDate, strictObject } from '../schema/values.ts';
import { compileValidator, type Validator } from '../schema/validation.ts';

/** An event as a job sees it; `payload` is JSON. */
export type OutboxEvent = {
  id: string;
  /** What it announces; unique in its tenant. */
  key: string;
  type: string;
  status: 'pending' | 'dead';
  attempts: number;
  createdAt: string;
  /** The longest pause after it was postponed, or left to newer workers; absent if it was neither the last time. */
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
  /** Of which type the notification of an e-mail is; absent if an older release made the event. */
  notificationType?: string;
};

/**
 * The types that a release processes; others are of a newer one. A job carries up to `eventsPerJob` events of a type
 * and a tenant. An event whose payload does not pass `check` can never be processed; without one, it names its subject.
 */
export type EventTypes = ReadonlyMap<string, { eventsPerJob: number; check: Validator }>;

/** The payload of an event that names all by its subject. */
export const NoPayload = Type.Object({}, strictObject);
/** The payload of an event about a week. */
export const Week = Type.Object({ weekStart: CalendarDate }, strictObject);

const maxEventsPerJob = 100;

/**
 * The types of the notifications and of the other work of features, by name.
 *
 * @param notifications the payload of each type: a job carries many of its events
 * @param ownJobs the payload of each type whose events have a job each; it replaces that of a notification
 */
export function createEventTypes(
  notifications: Readonly<Record<string, { payload: TSchema }>>,
  ownJobs: Readonly<Record<string, TSchema>>,
): EventTypes {
  const types = new Map<string, { eventsPerJob: number; check: Validator }>();
  for (const [type, { payload }] of Object.entries(notifications)) {
    types.set(type, { eventsPerJob: maxEventsPerJob, check: compileValidator(payload) });
  }
  for (const [type, payload] of Object.entries(ownJobs)) {
    types.set(type, { eventsPerJob: 1, check: compileValidator(payload) });
  }
  return types;
}

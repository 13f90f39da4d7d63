// Outbox events, and the catalogue of their types: how many of a type a job carries, and the payload.
import { Type, type TSchema } from '@sinclair/typebox';
import { compileValidator, type Validator } from '../model/validation.ts';
import { CalendarDate, strictObject } from '../model/values.ts';
import { notificationTypes } from '../notifications/registry.ts';

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

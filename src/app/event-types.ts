// The types of outbox events that this release processes: the notification types, and the other work of features.
import { Type, type TSchema } from '@sinclair/typebox';
import { CalendarDate, strictObject } from '../platform/schema/values.ts';
import { notificationTypes } from '../features/notifications/registry.ts';
import { createEventTypes } from '../platform/outbox/event-types.ts';

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

export const eventTypes = createEventTypes(notificationTypes, payloadsOfOwnJobs);

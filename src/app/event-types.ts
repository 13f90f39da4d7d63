// The types of outbox events that this release processes: the notification types, and the other work of features.
import { notificationTypes } from '../features/notifications/registry.ts';
import { createEventTypes } from '../platform/outbox/event-types.ts';
import { featureList } from './features.ts';

const ownJobs = featureList.flatMap(({ events = {} }) => Object.entries(events));

export const eventTypes = createEventTypes(notificationTypes, Object.fromEntries(ownJobs));

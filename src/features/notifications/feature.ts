// The feature notifications: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { NoPayload } from '../../platform/outbox/event-types.ts';
import { notifications } from './endpoints.ts';
import { createNotifyHandler } from './notify.ts';
import { notificationPreferences } from './preference-endpoints.ts';
import { createSendEmailHandler } from './send-email.ts';

export const notificationsFeature = defineFeature({
  about: 'the registry of types, delivery, e-mails, channels, bounces',
  endpoints: { Notifications: [...notifications, ...notificationPreferences] },
  events: { 'email.send': NoPayload },
  work: {
    notifications: createNotifyHandler,
    'mass-notifications': createNotifyHandler,
    emails: (services) => createSendEmailHandler({ ...services, onOutcome: services.metrics.email }),
    'mass-emails': (services) => createSendEmailHandler({ ...services, onOutcome: services.metrics.email }),
  },
});

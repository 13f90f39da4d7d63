// The registry of notification types: those of all features, by name.
import type { Static } from '@sinclair/typebox';
import { deputyNotifications } from '../features/deputies/notifications.ts';
import { goalNotifications } from '../features/goals/notifications.ts';
import { identityNotifications } from '../features/identity/notifications.ts';
import { keyNotifications } from '../features/organisation/key-notifications.ts';
import { nominationNotifications } from '../features/nominations/notifications.ts';
import { generalNotifications } from '../features/notifications/notifications.ts';
import { orgPlanNotifications } from '../features/org-plans/notifications.ts';
import { organisationNotifications } from '../features/organisation/notifications.ts';
import { profileNotifications } from '../features/profiles/notifications.ts';
import { reportNotifications } from '../features/reports/notifications.ts';
import { retentionNotifications } from '../features/organisation/retention-notifications.ts';
import { roleRequestNotifications } from '../features/role-requests/notifications.ts';
import { summaryNotifications } from '../features/summaries/notifications.ts';
import { trendNotifications } from '../features/trends/notifications.ts';
import { webhookNotifications } from '../features/webhooks/notifications.ts';
import type { NotificationDefinition } from './definition/define-notification.ts';

/** Every type goes through each of them. */
export const channels = ['in_app', 'email'] as const;
export type Channel = (typeof channels)[number];

/** All types by name, in the order in which the API lists them. */
export const notificationTypes = {
  ...summaryNotifications,
  ...reportNotifications,
  ...trendNotifications,
  ...goalNotifications,
  ...nominationNotifications,
  ...profileNotifications,
  ...orgPlanNotifications,
  ...organisationNotifications,
  ...roleRequestNotifications,
  ...deputyNotifications,
  ...keyNotifications,
  ...identityNotifications,
  ...webhookNotifications,
  ...retentionNotifications,
  ...generalNotifications,
};
export type NotificationType = keyof typeof notificationTypes;
export type NotificationPayload<Type extends NotificationType> = Static<(typeof notificationTypes)[Type]['payload']>;

/** A type whose name is known only when it runs. */
export const getDefinition = (type: NotificationType): NotificationDefinition => notificationTypes[type];

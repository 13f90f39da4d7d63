// The notification types of all features, by name.
import type { Static } from '@sinclair/typebox';
import { deputyNotifications } from '../deputies/notifications.ts';
import { goalNotifications } from '../goals/notifications.ts';
import { identityNotifications } from '../identity/notifications.ts';
import { keyNotifications } from '../organisation/key-notifications.ts';
import { nominationNotifications } from '../nominations/notifications.ts';
import { generalNotifications } from './notifications.ts';
import { orgPlanNotifications } from '../org-plans/notifications.ts';
import { organisationNotifications } from '../organisation/notifications.ts';
import { partnerNotifications } from '../partners/notifications.ts';
import { profileNotifications } from '../profiles/notifications.ts';
import { reportingLineNotifications } from '../reporting-line/notifications.ts';
import { reportNotifications } from '../reports/notifications.ts';
import { retentionNotifications } from '../organisation/retention-notifications.ts';
import { roleRequestNotifications } from '../role-requests/notifications.ts';
import { summaryNotifications } from '../summaries/notifications.ts';
import { trendNotifications } from '../trends/notifications.ts';
import { webhookNotifications } from '../webhooks/notifications.ts';
import type { NotificationDefinition } from '../../platform/notifications/define-notification.ts';

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
  ...reportingLineNotifications,
  ...roleRequestNotifications,
  ...deputyNotifications,
  ...partnerNotifications,
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

/** Whether nobody can switch it off: it is about who may sign in as somebody, or see them. */
export function isSecurityNotice(type: NotificationType): boolean {
  return 'isSecurity' in notificationTypes[type];
}

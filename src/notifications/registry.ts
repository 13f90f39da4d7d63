// The registry of notification types.
import type { Static } from '@sinclair/typebox';
import { channels, type Channel } from './content.ts';
import { announcementTypes } from './types/announcements.ts';
import { goalTypes } from './types/goals.ts';
import { identityTypes } from './types/identities.ts';
import { nominationTypes } from './types/nominations.ts';
import { orgPlanTypes } from './types/org-plans.ts';
import { peopleTypes } from './types/people.ts';
import { profileTypes } from './types/profiles.ts';
import { retentionTypes } from './types/retention.ts';
import { summaryTypes } from './types/summaries.ts';
import { webhookTypes } from './types/webhooks.ts';

export { channels, type Channel };

/** All types by name. The API lists a new entry without further changes. */
export const notificationTypes = {
  ...summaryTypes,
  ...goalTypes,
  ...nominationTypes,
  ...profileTypes,
  ...orgPlanTypes,
  ...peopleTypes,
  ...identityTypes,
  ...webhookTypes,
  ...retentionTypes,
  ...announcementTypes,
};
export type NotificationType = keyof typeof notificationTypes;
export type NotificationPayload<Type extends NotificationType> = Static<(typeof notificationTypes)[Type]['payload']>;

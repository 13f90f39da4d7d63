// The registry of notification types, and how a notification gets its channels and its link.
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

/**
 * The channels of a type for a person: (the type's channels ∩ the person's preferences) minus the tenant's policy.
 *
 * @param preferred the channels the person chose for this type; null without a choice, which keeps all
 * @param switchedOff the channels the tenant's policy switches off for this type
 */
export function resolveChannels(
  type: NotificationType,
  preferred: readonly Channel[] | null,
  switchedOff: readonly Channel[],
): Channel[] {
  return notificationTypes[type].channels.filter(
    (channel) => (preferred === null || preferred.includes(channel)) && !switchedOff.includes(channel),
  );
}

/** Where a link leads: one that is a path leads into the web app at `webUrl`, and nowhere without it. */
export function toWebLink(link: string, webUrl: string | undefined): string | null {
  if (!link.startsWith('/')) return link;
  return webUrl ? webUrl + link : null;
}

// The registry of notification types, and how a notification gets its channels and its texts.
import type { Static } from '@sinclair/typebox';
import {
  channels,
  collapseWhitespace,
  type Channel,
  type NotificationDefinition,
  type EmailContent,
} from './content.ts';
import { renderHtml } from './render-html.ts';
import { truncateHeadline, renderBody, renderText, sanitizeStrings } from './render-text.ts';
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

/**
 * Renders the in-app record of a notification.
 *
 * @param payload must satisfy the type's schema
 */
export function renderRecord(
  type: NotificationType,
  payload: Record<string, unknown>,
  tenantName: string,
): { title: string; text: string } {
  const { subject, blocks } = renderParts(type, payload, tenantName);
  return { title: subject, text: renderBody(blocks) };
}

/**
 * Renders the e-mail of a notification.
 *
 * @param payload must satisfy the type's schema. Strings are sanitized, so no value can break a mail header
 * @param context `link` is rendered only if it is http or https
 */
export function renderMail(
  type: NotificationType,
  payload: Record<string, unknown>,
  context: { link?: string | null; unsubscribeUrl: string; tenantName: string; recipientName: string },
): { subject: string; text: string; html: string } {
  const { entry, sender, ...parts } = renderParts(type, payload, context.tenantName);
  const recipient = collapseWhitespace(sanitizeStrings(context.recipientName));
  const href = toSafeHref(context.link);
  const content: EmailContent = {
    ...parts,
    greeting: recipient ? `Hello ${recipient},` : 'Hello,',
    ...(href ? { button: { label: entry.action, href } } : {}),
    sender,
    footer: [
      `You get this from the check-in service of ${sender} because ${entry.because}.`,
      'You can choose which notifications you get by e-mail in your notification preferences.',
    ],
    unsubscribe: { label: 'Stop e-mails of this kind', href: context.unsubscribeUrl },
  };
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

/** What the record and the e-mail have in common. */
function renderParts(type: NotificationType, payload: Record<string, unknown>, tenantName: string) {
  const entry = notificationTypes[type] as NotificationDefinition;
  const values = sanitizeStrings(payload);
  const sender = collapseWhitespace(sanitizeStrings(tenantName));
  const subject = truncateHeadline(entry.subject(values)) || `A message from ${truncateHeadline(sender)}`;
  return { entry, sender, subject, blocks: entry.body(values) };
}

/** Where a link leads: one that is a path leads into the web app at `webUrl`, and nowhere without it. */
export function toWebLink(link: string, webUrl: string | undefined): string | null {
  if (!link.startsWith('/')) return link;
  return webUrl ? webUrl + link : null;
}

function toSafeHref(link: string | null | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

// Notifications: the registry of their types, the channels each goes through, and how one is put into words.
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
import { nominationTypes } from './types/nominations.ts';
import { profileTypes } from './types/profiles.ts';
import { summaryTypes } from './types/summaries.ts';

export { channels, type Channel };

/** Every type by its name: one entry is one type, and all there is to say about it. */
export const notificationTypes = {
  ...summaryTypes,
  ...goalTypes,
  ...nominationTypes,
  ...profileTypes,
  ...announcementTypes,
};
export type NotificationType = keyof typeof notificationTypes;
/** The payload of a type, for those who send one. */
export type NotificationPayload<Type extends NotificationType> = Static<(typeof notificationTypes)[Type]['payload']>;

/**
 * The channels of a type for a person: (its defaults ∩ the person's preferences) minus the tenant's overrides.
 *
 * @param preferred the channels the person wants for this type; null when they have said nothing, which takes none away
 * @param off the channels the tenant's policy switches off for this type, whatever the person prefers
 */
export function resolveChannels(
  type: NotificationType,
  preferred: readonly Channel[] | null,
  off: readonly Channel[],
): Channel[] {
  return notificationTypes[type].channels.filter(
    (channel) => (preferred === null || preferred.includes(channel)) && !off.includes(channel),
  );
}

/**
 * Puts a notification into words.
 *
 * @param payload satisfies the type's schema (checked before); values are tidied, so none can break a header or a page
 * @param context the link is shown only when it is http or https; it and the recipient are in the mail alone
 * @returns the title and the plain body of an in-app record (`subject`, `body`), and the whole mail as text and as HTML
 */
export function render(
  type: NotificationType,
  payload: Record<string, unknown>,
  context: { link?: string; tenantName: string; recipientName?: string },
): { subject: string; body: string; text: string; html: string } {
  const entry = notificationTypes[type] as NotificationDefinition;
  const values = sanitizeStrings(payload);
  const sender = collapseWhitespace(sanitizeStrings(context.tenantName));
  const recipient = collapseWhitespace(sanitizeStrings(context.recipientName ?? ''));
  const href = toSafeHref(context.link);
  const content: EmailContent = {
    subject: truncateHeadline(entry.subject(values)) || `A message from ${truncateHeadline(sender)}`,
    greeting: recipient ? `Hello ${recipient},` : 'Hello,',
    blocks: entry.body(values),
    ...(href ? { button: { label: entry.action, href } } : {}),
    sender,
    footer: [
      `You get this from the check-in service of ${sender} because ${entry.because}.`,
      'Which notifications reach you by e-mail is up to you: change it in your notification preferences.',
    ],
  };
  return {
    subject: content.subject,
    body: renderBody(content.blocks),
    text: renderText(content),
    html: renderHtml(content),
  };
}

/** The link as an address that is safe to click, or nothing. */
function toSafeHref(link?: string): string | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

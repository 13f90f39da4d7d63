// Renders notifications in the language of their recipient: the record in the app, and the e-mail.
import type { Language } from '../lib/languages.ts';
import { collapseWhitespace } from './content.ts';
import type { NotificationType } from './registry.ts';
import { renderHtml } from './render-html.ts';
import { renderBody, renderText, sanitizeStrings, truncateHeadline } from './render-text.ts';
import { getFrame, getTexts } from './texts/index.ts';

type Notification = {
  type: NotificationType;
  payload: Record<string, unknown>;
  tenantName: string;
  language: Language;
};

/**
 * Renders the in-app record of a notification.
 *
 * @param notification its payload must satisfy the type's schema
 */
export function renderRecord(notification: Notification): { title: string; text: string } {
  const { subject, blocks } = renderParts(notification);
  return { title: subject, text: renderBody(blocks) };
}

/**
 * Renders the e-mail of a notification.
 *
 * @param notification its payload must satisfy the type's schema. Strings are sanitized, so no value can break a mail header
 * @param recipient `link` is rendered only if it is http or https
 */
export function renderMail(
  notification: Notification,
  recipient: { name: string; link?: string | null; unsubscribeUrl: string },
): { subject: string; text: string; html: string } {
  const { texts, frame, ...parts } = renderParts(notification);
  const href = toSafeHref(recipient.link);
  const content = {
    ...parts,
    greeting: frame.greeting(collapseWhitespace(sanitizeStrings(recipient.name))),
    ...(href ? { button: { label: texts.action, href } } : {}),
    footer: [frame.reason(parts.sender, texts.because), frame.choice],
    unsubscribe: { label: frame.unsubscribe, href: recipient.unsubscribeUrl },
  };
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

/** What the record and the e-mail have in common. */
function renderParts({ type, payload, tenantName, language }: Notification) {
  const texts = getTexts(language, type);
  const frame = getFrame(language);
  const values = sanitizeStrings(payload);
  const sender = collapseWhitespace(sanitizeStrings(tenantName));
  const subject = truncateHeadline(texts.subject(values)) || frame.untitled(truncateHeadline(sender));
  return { language, texts, frame, sender, subject, blocks: texts.body(values) };
}

function toSafeHref(link: string | null | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

// Renders notifications in the language of their recipient: the record in the app, and the e-mail. Values are sanitized,
// subjects are short, lines are wrapped.
import type { Language } from '../lib/languages.ts';
import { collapseWhitespace, type Block, type EmailContent } from './content.ts';
import type { NotificationType } from './registry.ts';
import { renderHtml } from './render-html.ts';
import { textsByLanguage } from './texts/index.ts';
import type { Texts } from './texts/texts.ts';

const width = 76;
const maxHeadline = { graphemes: 140, units: 500 };
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except the line feed, and characters that change the direction of text. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

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
  const { types, frame } = textsByLanguage[language];
  const texts: Texts<Record<string, unknown>> = types[type];
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

/** Where a link leads: one that is a path leads into the web app at `webUrl`, and nowhere without it. */
export function toWebLink(link: string, webUrl: string | undefined): string | null {
  if (!link.startsWith('/')) return link;
  return webUrl ? webUrl + link : null;
}

/** Copies data; strings become well-formed Unicode with `\n` as line end and without other control characters. */
function sanitizeStrings<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(lineEnds, '\n').replace(unprintable, ' ') : value,
  ) as Data;
}

/** Shortens a text to one line of at most 140 graphemes; a cut is marked with an ellipsis. */
function truncateHeadline(text: string): string {
  const line = collapseWhitespace(text);
  const graphemes = Array.from(segmenter.segment(line.slice(0, 2 * maxHeadline.units)), ({ segment }) => segment);
  if (line.length <= maxHeadline.units && graphemes.length <= maxHeadline.graphemes) return line;
  let result = '';
  for (const grapheme of graphemes.slice(0, maxHeadline.graphemes - 1)) {
    if (result.length + grapheme.length >= maxHeadline.units) break;
    result += grapheme;
  }
  return `${result.trimEnd()}…`;
}

/** Renders the body of an in-app record, one line per paragraph and list item. */
function renderBody(blocks: readonly Block[]): string {
  return blocks.map(renderBlock).join('\n\n');
}

/** Renders the whole e-mail. Lines have at most 76 characters, unless a single word is longer. */
function renderText({ greeting, blocks, button, sender, footer, unsubscribe }: EmailContent): string {
  const parts = [greeting, renderBody(blocks), ...(button ? [`${button.label}:\n${button.href}`] : [])];
  const lines = [...parts, ['--', sender, ...footer, `${unsubscribe.label}:`, unsubscribe.href].join('\n')]
    .join('\n\n')
    .split('\n');
  return `${lines.map(wrapLine).join('\n')}\n`;
}

function renderBlock(block: Block): string {
  if (block.kind === 'paragraph') return block.text;
  const items =
    block.kind === 'list'
      ? block.items.map((item) => `- ${item}`)
      : block.bars.map(({ label, words }) => `- ${label}: ${words}`);
  return [`${block.heading}:`, ...items].join('\n');
}

function wrapLine(line: string): string {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current.trim() && current.length + 1 + word.length > width) {
      lines.push(current);
      current = indent + word;
    } else {
      current = current ? `${current} ${word}` : word;
    }
  }
  return [...lines, current].join('\n');
}

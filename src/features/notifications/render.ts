// Renders notifications in the language of their recipient: the record in the app, and the e-mail as text and HTML. Values
// are sanitized, subjects are short, lines are wrapped.
import { Eta } from 'eta/core';
import { isolate } from '../../platform/lib/isolate.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { toWebBase } from '../../platform/lib/web-address.ts';
import type { Block } from '../../platform/notifications/define-notification.ts';
import { frames } from './frames.ts';
import { getDefinition, type NotificationType } from './registry.ts';

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
  recipient: { name: string; link?: string | null; unsubscribeUrl: string | null },
): { subject: string; text: string; html: string } {
  const { texts, frame, ...parts } = renderParts(notification);
  const href = toSafeHref(recipient.link);
  const content = {
    ...parts,
    greeting: frame.greeting(collapseWhitespace(sanitizeStrings(recipient.name))),
    ...(href ? { button: { label: texts.action, href } } : {}),
    footer: [
      frame.reason(parts.sender, texts.because),
      recipient.unsubscribeUrl === null ? frame.noChoice : frame.choice,
    ],
    ...(recipient.unsubscribeUrl !== null && {
      unsubscribe: { label: frame.unsubscribe, href: recipient.unsubscribeUrl },
    }),
  };
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

/** The content of an e-mail, before it is rendered as text or HTML. */
type EmailContent = {
  language: Language;
  subject: string;
  greeting: string;
  blocks: Block[];
  button?: { label: string; href: string };
  sender: string;
  footer: string[];
  unsubscribe?: { label: string; href: string };
};

/** What the record and the e-mail have in common. */
function renderParts({ type, payload, tenantName, language }: Notification) {
  const frame = frames[language];
  const texts = getDefinition(type).texts[language];
  const values = sanitizeStrings(payload);
  const sender = collapseWhitespace(sanitizeStrings(tenantName));
  const subject = truncateHeadline(texts.subject(values)) || frame.untitled(truncateHeadline(sender));
  return { language, texts, frame, sender, subject, blocks: texts.body(values).map(collapseBlock) };
}

function collapseBlock(block: Block): Block {
  if (typeof block === 'string') return collapseWhitespace(block);
  return 'items' in block ? { ...block, items: block.items.map(collapseWhitespace) } : block;
}

/** The address of a link, if it is http or https. */
export function toSafeHref(link: string | null | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/**
 * Where a link leads: one that is a path leads into the web app at `webUrl`, and nowhere without it. `{slug}` in `webUrl` stands for the
 * tenant.
 */
export function toWebLink(link: string, webUrl: string | undefined, slug: string): string | null {
  if (!link.startsWith('/')) return link;
  return webUrl ? toWebBase(webUrl, slug) + link : null;
}

/** Copies data; strings become well-formed Unicode with `\n` as line end, without other control characters, and isolated. */
function sanitizeStrings<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? isolate(value.toWellFormed().replace(lineEnds, '\n').replace(unprintable, ' ')) : value,
  ) as Data;
}

/** Trims a text and replaces each run of whitespace with one space. */
const collapseWhitespace = (text: string): string => text.trim().replace(/\s+/g, ' ');

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
  const lines = [
    ...parts,
    [...['--', sender, ...footer], ...(unsubscribe ? [`${unsubscribe.label}:`, unsubscribe.href] : [])].join('\n'),
  ]
    .join('\n\n')
    .split('\n');
  return `${lines.map(wrapLine).join('\n')}\n`;
}

function renderBlock(block: Block): string {
  if (typeof block === 'string') return block;
  const items = 'items' in block ? block.items : block.bars.map(({ label, words }) => `${label}: ${words}`);
  return [`${block.heading}:`, ...items.map((item) => `- ${item}`)].join('\n');
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

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The HTML: tables and inline styles, no images, dark mode supported. Eta escapes every `<%= … %>`. */
const layout = `<!DOCTYPE html>
<html lang="<%= it.language %>" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title><%= it.subject %></title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #15171c !important; }
  .card { background: #22252d !important; border-color: #363b46 !important; }
  .ink { color: #e9ebf0 !important; }
  .faint { color: #a9b0bd !important; }
  .track { background: #3d4350 !important; }
  .fill { background: #7d9cf0 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f7">
<table ${table} width="100%" class="page" style="background:#f3f4f7">
<tr><td align="center" style="padding:24px 12px">
<table ${table} width="100%" style="max-width:600px">
<tr><td class="card ink" style="background:#ffffff;border:1px solid #dfe2e8;border-radius:10px;padding:28px;${font};font-size:16px;line-height:1.5;color:#1d2129;overflow-wrap:anywhere">
<p class="faint" style="margin:0 0 16px;font-size:13px;color:#5b6370"><%= it.sender %></p>
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1d2129"><%= it.subject %></h1>
<p style="margin:0 0 16px"><%= it.greeting %></p>
<% for (const block of it.blocks) { %>
<% if (typeof block === 'string') { %>
<p style="margin:0 0 16px"><%= block %></p>
<% } else if (block.items) { %>
<h2 class="ink" style="margin:24px 0 8px;font-size:15px;color:#1d2129"><%= block.heading %></h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">
<% for (const item of block.items) { %>
<li style="margin:0 0 4px"><%= item %></li>
<% } %>
</ul>
<% } else { %>
<h2 class="ink" style="margin:24px 0 8px;font-size:15px;color:#1d2129"><%= block.heading %></h2>
<table ${table} width="100%" style="margin:0 0 16px;font-size:14px">
<% for (const bar of block.bars) { %>
<tr>
<td class="ink" width="42%" style="padding:5px 12px 5px 0;${font};font-size:14px;color:#1d2129"><%= bar.label %></td>
<td style="padding:5px 0">
<table ${table} width="100%" class="track" style="background:#e2e6ee;border-radius:5px">
<tr><td style="padding:0;font-size:0;line-height:0">
<table ${table} width="<%= Math.round(Math.min(bar.share, 1) * 100) %>%" class="fill" style="background:#3a62cf;border-radius:5px">
<tr><td height="10" style="height:10px;padding:0;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
</td></tr>
</table>
</td>
<td class="ink" align="right" width="44" style="padding:5px 0 5px 12px;${font};font-size:14px;color:#1d2129"><%= bar.score %></td>
</tr>
<% } %>
</table>
<% } %>
<% } %>
<% if (it.button) { %>
<table ${table} style="margin:24px 0 8px">
<tr><td bgcolor="#3a62cf" style="background:#3a62cf;border-radius:6px">
<a href="<%= it.button.href %>" style="display:inline-block;padding:11px 22px;${font};font-size:16px;color:#ffffff;text-decoration:none"><%= it.button.label %></a>
</td></tr>
</table>
<% } %>
</td></tr>
<tr><td class="faint" style="padding:16px 28px;${font};font-size:13px;line-height:1.5;color:#5b6370;overflow-wrap:anywhere">
<% for (const line of it.footer) { %>
<p style="margin:0 0 6px"><%= line %></p>
<% } %>
<% if (it.unsubscribe) { %><p style="margin:0 0 6px"><a href="<%= it.unsubscribe.href %>" class="faint" style="color:#5b6370"><%= it.unsubscribe.label %></a></p><% } %>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const eta = new Eta();
const template = eta.compile(layout);

const renderHtml = (content: EmailContent): string => eta.render(template, content);

// Renders a notification as plain text: sanitized values, short subjects, wrapped lines.
import { collapseWhitespace, type Block, type EmailContent } from './content.ts';

const width = 76;
const maxHeadline = { graphemes: 140, units: 500 };
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except the line feed, and characters that change the direction of text. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Copies data; strings become well-formed Unicode with `\n` as line end and without other control characters. */
export function sanitizeStrings<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(lineEnds, '\n').replace(unprintable, ' ') : value,
  ) as Data;
}

/** Shortens a text to one line of at most 140 graphemes; a cut is marked with an ellipsis. */
export function truncateHeadline(text: string): string {
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
export function renderBody(blocks: readonly Block[]): string {
  return blocks.map(renderBlock).join('\n\n');
}

/** Renders the whole e-mail. Lines have at most 76 characters, unless a single word is longer. */
export function renderText({ greeting, blocks, button, sender, footer, unsubscribe }: EmailContent): string {
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

// A notification as plain text: what values may bring along is tidied, subjects are short, lines are wrapped.
import { collapseWhitespace, type Block, type EmailContent } from './content.ts';

const width = 76;
const maxHeadline = { graphemes: 140, units: 500 };
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters but the line feed, and what turns the direction of the text after it. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** The same data with every string fit to be shown: well-formed, lines ended by a line feed, no other control character. */
export function sanitizeStrings<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(lineEnds, '\n').replace(unprintable, ' ') : value,
  ) as Data;
}

/** One line of at most 140 characters as readers count them; what is cut off is shown by an ellipsis. */
export function truncateHeadline(text: string): string {
  const line = collapseWhitespace(text);
  const pieces = Array.from(graphemes.segment(line.slice(0, 2 * maxHeadline.units)), ({ segment }) => segment);
  if (line.length <= maxHeadline.units && pieces.length <= maxHeadline.graphemes) return line;
  let result = '';
  for (const piece of pieces.slice(0, maxHeadline.graphemes - 1)) {
    if (result.length + piece.length >= maxHeadline.units) break;
    result += piece;
  }
  return `${result.trimEnd()}…`;
}

/** The body by itself, a line for each paragraph and item: what an in-app record shows under its title. */
export function renderBody(blocks: readonly Block[]): string {
  return blocks.map(renderBlock).join('\n\n');
}

/** The whole mail as text, lines of at most 76 characters where words allow. */
export function renderText({ greeting, blocks, button, sender, footer }: EmailContent): string {
  const parts = [greeting, renderBody(blocks), ...(button ? [`${button.label}:\n${button.href}`] : [])];
  const lines = [...parts, ['--', sender, ...footer].join('\n')].join('\n\n').split('\n');
  return `${lines.map(wrapLine).join('\n')}\n`;
}

function renderBlock(block: Block): string {
  if (block.kind === 'paragraph') return block.text;
  const items =
    block.kind === 'list'
      ? block.items.map((item) => `- ${item}`)
      : block.bars.map(({ label, value, of }) => `- ${label}: ${value.toFixed(1)} of ${of}`);
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

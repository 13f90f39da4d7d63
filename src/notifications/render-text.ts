// A notification as plain text: what values may bring along is tidied, subjects are short, lines are wrapped.
import { oneLine, type Block, type Letter } from './content.ts';

const width = 76;
const longest = { graphemes: 140, units: 500 };
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters but the line feed, and what turns the direction of the text after it. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** The same data with every string fit to be shown: well-formed, lines ended by a line feed, no other control character. */
export function tidied<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(lineEnds, '\n').replace(unprintable, ' ') : value,
  ) as Data;
}

/** One line of at most 140 characters as readers count them; what is cut off is shown by an ellipsis. */
export function headline(text: string): string {
  const line = oneLine(text);
  const pieces = Array.from(graphemes.segment(line.slice(0, 2 * longest.units)), ({ segment }) => segment);
  if (line.length <= longest.units && pieces.length <= longest.graphemes) return line;
  let kept = '';
  for (const piece of pieces.slice(0, longest.graphemes - 1)) {
    if (kept.length + piece.length >= longest.units) break;
    kept += piece;
  }
  return `${kept.trimEnd()}…`;
}

/** The body by itself, a line for each paragraph and item: what an in-app record shows under its title. */
export function plainBody(blocks: readonly Block[]): string {
  return blocks.map(plainBlock).join('\n\n');
}

/** The whole mail as text, lines of at most 76 characters where words allow. */
export function textOf({ greeting, blocks, button, sender, footer }: Letter): string {
  const parts = [greeting, plainBody(blocks), ...(button ? [`${button.label}:\n${button.href}`] : [])];
  const lines = [...parts, ['--', sender, ...footer].join('\n')].join('\n\n').split('\n');
  return `${lines.map(wrapped).join('\n')}\n`;
}

function plainBlock(block: Block): string {
  if (block.kind === 'paragraph') return block.text;
  const items =
    block.kind === 'list'
      ? block.items.map((item) => `- ${item}`)
      : block.bars.map(({ label, value, of }) => `- ${label}: ${value.toFixed(1)} of ${of}`);
  return [`${block.heading}:`, ...items].join('\n');
}

function wrapped(line: string): string {
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

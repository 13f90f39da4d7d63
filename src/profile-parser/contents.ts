// Removes the table of contents: it repeats all headings, which must not be taken for sections.
import { matchHeading } from './headings.ts';
import type { Segment } from './layout.ts';

const minEntries = 5;

/**
 * Removes the entries of a table of contents, from its first to its last line with a page number. Other text on the
 * page stays. A page that lists headings without page numbers is removed as a whole.
 */
export function removeContents(rows: Segment[][]): Segment[][] {
  const titles = rows.flat().filter(({ text }) => matchHeading(stripNumber(text)) !== undefined);
  if (new Set(titles.map(({ text }) => stripNumber(text))).size < minEntries) return rows;
  const entries = rows.flatMap((row, at) => (isEntry(row) ? [at] : []));
  if (entries.length < minEntries) return [];
  const [first = 0, last = 0] = [entries[0], entries.at(-1)];
  return rows.filter((_, at) => at < first || at > last);
}

const stripNumber = (text: string): string => text.slice(0, 200).replace(/[ .…·_]*\d*$/u, '');

/** Whether a row has a heading and ends with a page number. */
function isEntry(row: Segment[]): boolean {
  const text = row.map((segment) => segment.text.slice(0, 200)).join(' ');
  return /[ .…·_]\d{1,3}$/u.test(text) && matchHeading(stripNumber(text)) !== undefined;
}

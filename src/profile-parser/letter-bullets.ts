// Recognises letters that stand for bullets: in symbol fonts without a table of characters, n is a square and ü a tick.
import type { Segment } from './layout.ts';

const minBullets = 8; // in a profile

/** Turns letters that stand apart at the start of many lines, at the same distance from the text, into bullets. */
export function markLetterBullets(pages: Segment[][][]): Segment[][][] {
  const counts = new Map<string, number>();
  for (const segment of pages.flat(2)) {
    const key = toKey(segment);
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((rows) =>
    rows.map((row) =>
      row.map((segment) => {
        const { lead, text } = segment;
        if (lead === undefined || (counts.get(toKey(segment)) ?? 0) < minBullets) return segment;
        return { ...segment, bullet: text.charAt(0), text: text.slice(1).trim(), textX: lead };
      }),
    ),
  );
}

function toKey({ lead, text, x, bullet }: Segment): string {
  const isWord = /^[AI]/.test(text);
  return lead === undefined || bullet || isWord ? '' : `${text.charAt(0)} ${Math.round(lead - x)}`;
}

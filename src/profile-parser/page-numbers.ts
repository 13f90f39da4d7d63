// Reads the printed page numbers: where they do not go on, pages are missing or in another order.
import type { Segment } from './layout.ts';

const printed = /(?:^|\bpage |^- ?)(\d{1,3})(?: ?(?:of|\/) ?\d{1,3}| ?-)?$/i;

/**
 * Returns the pages whose printed number is not one less than that of the page after them in the file. A sheet may have
 * several pages.
 *
 * @param rows of all pages, with their running heads
 */
export function findBreaks(rows: Segment[][][], isInMargin: (segment: Segment) => boolean): Set<number> {
  const numbers = new Map<number, number[]>();
  for (const segment of rows.flat(2)) {
    const number = isInMargin(segment) ? printed.exec(segment.text.slice(-80))?.[1] : undefined;
    if (number !== undefined) numbers.set(segment.page, [...(numbers.get(segment.page) ?? []), Number(number)]);
  }
  const breaks = new Set<number>();
  for (const [page, own] of numbers) {
    const next = numbers.get(page + 1);
    if (next && Math.min(...next) !== Math.max(...own) + 1) breaks.add(page);
  }
  return breaks;
}

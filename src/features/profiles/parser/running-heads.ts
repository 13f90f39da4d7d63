// Removes what is repeated at the same place of many pages: running heads, stamps, page numbers and copyright notices. Where
// page numbers do not go on, pages are missing or in another order.
import { matchHeading } from './headings.ts';
import { groupRows, type Segment, type TextItem, type TextPage } from './layout.ts';

const margin = 0.12; // of the height of a page
const minPages = { count: 4, share: 0.3 };
const minStampLetters = 4; // shorter words may begin a line of many pages

const pageNumber = /^(page )?\d{1,3}( (of|\/) \d{1,3})?$/i;
const copyright = /^(©|(\(c\)|copyright) (©|\(c\)|\d|(the )?insights\b))/i;

/**
 * Groups the text of all pages into rows, without repeated text. In the margins, text is repeated if it has the same
 * height on 30 % of the pages; elsewhere it also needs the same distance from the left, and headings are never repeated
 * text.
 *
 * @param all the rows of the pages
 * @returns `heads`: the repeated texts
 */
export function removeRunningHeads(pages: TextPage[], all: Segment[][][]): { rows: Segment[][][]; heads: string[] } {
  const least = Math.max(minPages.count, minPages.share * pages.length);
  const inMargin = createMarginTest(pages);
  const toKey = (segment: Segment): string => {
    if (inMargin(segment)) return `${Math.round(segment.y)} ${segment.text.replace(/\d+/g, '#')}`;
    const isText = !segment.bullet && /\p{L}/u.test(segment.text) && matchHeading(segment.text) === undefined;
    return isText ? toPlace(segment) : '';
  };
  const heads = findRepeated(all.flat(2), toKey, least);
  const isHead = (segment: Segment): boolean => heads.has(toKey(segment));
  const isStamp = createStampTest(pages, least);
  const stamped = pages.map((page, at) => {
    const segments = all[at]?.flat().filter(isHead) ?? [];
    const items = removeItems(page.items, segments).filter((item) => !isStamp(item));
    return items.length < page.items.length ? { ...page, items } : page;
  });
  const rows = stamped.map((page, at) => (page === pages[at] ? (all[at] ?? []) : groupRows(page)));
  const rest = findRepeated(rows.flat(2), toKey, least);
  const isBody = (segment: Segment): boolean => !rest.has(toKey(segment)) && !copyright.test(segment.text);
  const isPageNumber = (segment: Segment): boolean => inMargin(segment) && pageNumber.test(segment.text);
  return {
    rows: rows.map((page) => page.map((row) => row.filter(isBody)).filter((row) => !row.every(isPageNumber))),
    heads: [...new Set([...heads.values(), ...rest.values()].flatMap(([first]) => first?.text ?? []))],
  };
}

/** Recognises text at the top or the foot of its page. */
export function createMarginTest(pages: TextPage[]): (segment: Segment) => boolean {
  const heights = new Map(pages.map(({ page, height }) => [page, height]));
  return ({ y, page }) => {
    const height = heights.get(page) ?? 0;
    return y > (1 - margin) * height || y < margin * height;
  };
}

/** Removes the runs of text that these segments consist of. */
function removeItems(items: TextItem[], segments: Segment[]): TextItem[] {
  const isIn = (item: TextItem, { x, y, width, height }: Segment): boolean =>
    Math.abs(item.y - y) <= 0.4 * height && item.x > x - 1 && item.x + item.width < x + width + 1;
  return items.filter((item) => !segments.some((segment) => isIn(item, segment)));
}

/** Recognises runs of text at the same place of many pages, which may be joined with the text that they were stamped on. */
function createStampTest(pages: TextPage[], least: number): (item: TextItem) => boolean {
  const runs = pages.flatMap(({ page, items }) => items.map((item) => ({ ...item, page })));
  const toKey = (run: TextItem): string =>
    run.text.length < 200 && run.text.replace(/\P{L}/gu, '').length >= minStampLetters && !matchHeading(run.text)
      ? toPlace(run)
      : '';
  const stamps = findRepeated(runs, toKey, least);
  return (item) => stamps.has(toKey(item));
}

const toPlace = ({ text, x, y }: TextItem): string => `${Math.round(x)} ${Math.round(y)} ${text.replace(/\d+/g, '#')}`;

/** Returns the texts of the same key that are on at least so many pages, by key. The empty key stands for none. */
function findRepeated<T extends { page: number }>(
  texts: T[],
  toKey: (text: T) => string,
  least: number,
): Map<string, T[]> {
  const countPages = (group: T[]): number => new Set(group.map(({ page }) => page)).size;
  return new Map([...Map.groupBy(texts, toKey)].filter(([key, group]) => key !== '' && countPages(group) >= least));
}

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

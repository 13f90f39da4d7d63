// Finds the pages that belong to somebody else: several profiles may have been merged into one file.
import { matchHeading } from './headings.ts';
import type { Line, Segment } from './layout.ts';
import { isSamePerson, parseStatedNames } from './person.ts';

const namePattern = /^\p{Lu}[\p{L}\p{M}'’. -]+ [\p{L}\p{M}'’. -]+$/u;
const noName = /insights|profile|discovery|chapter|personal|confidential/i;

/**
 * Returns the pages that name another person, with that name. Such a page has another name where the other pages have
 * the name of the person as a running head, or follows the statement of whom the profile is about once more.
 *
 * @param rows of all pages, with their running heads
 */
export function findOtherPeople(rows: Segment[][][], lines: Line[], name: string | undefined): Map<number, string> {
  const others = new Map<number, string>();
  if (name === undefined) return others;
  const segments = rows.flat(2).filter(({ text }) => text.length <= 80);
  const own = segments.filter(({ text }) => isSamePerson(text, name));
  const named = new Set(own.map(({ page }) => page));
  const places = new Map<string, Set<number>>();
  for (const segment of own) {
    for (const key of toPlaces(segment)) places.set(key, (places.get(key) ?? new Set()).add(segment.page));
  }
  const isHeadPlace = (segment: Segment): boolean => toPlaces(segment).some((key) => (places.get(key)?.size ?? 0) >= 2);
  for (const segment of segments) {
    const isName = namePattern.test(segment.text) && !noName.test(segment.text) && !matchHeading(segment.text);
    if (isName && !named.has(segment.page) && isHeadPlace(segment)) others.set(segment.page, segment.text);
  }
  const [, second] = parseStatedNames(lines).filter(
    (stated) => !isSamePerson(stated.name, name) || stated.name === name,
  );
  const other = second && !isSamePerson(second.name, name) ? second : undefined;
  if (other)
    for (const page of rows.flat(2).map((row) => row.page)) if (page >= other.page) others.set(page, other.name);
  return others;
}

/** Returns the height on the page and the font size, rounded down and up, so that equal places share one. */
function toPlaces({ y, height }: Segment): string[] {
  return [Math.floor(y), Math.ceil(y)].map((at) => `${at} ${Math.round(height * 2)}`);
}

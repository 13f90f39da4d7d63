// Finds the pages that belong, or may belong, to somebody else: several profiles may have been merged into one file.
import { isTitle, type Line, type Segment, type TextPage } from './layout.ts';
import { findStatements, isSamePerson, readName } from './person.ts';

/** `names`: the other person of a page; `unnamed`: pages without the name of the person, who may be another. */
export type OtherPeople = { names: Map<number, string>; unnamed: Set<number> };

/**
 * Finds the pages that name another person: in the margins or where other pages have the name of the person, and all
 * pages after a second statement of whom the profile is about. A text that pages of the person have too is no name; nor
 * is one on nearly all pages of a file without the name as running head. Where that is a running head, a page without it
 * is `unnamed` if most pages have it or the pages beside it lack it, too; so is one whose title or first row may be a name,
 * and without a running head each page on which no word of the name stands.
 *
 * @param rows of all pages, with their running heads
 * @param body the font size of most of the text
 * @param isInMargin whether a text stands at the top or the foot of its page
 */
export function findOtherPeople(
  rows: Segment[][][],
  lines: Line[],
  { name, body, isInMargin }: { name: string | undefined; body: number; isInMargin: (segment: Segment) => boolean },
): OtherPeople {
  const names = new Map<number, string>();
  const unnamed = new Set<number>();
  if (name === undefined) return { names, unnamed };
  const pages = new Set(rows.flat(2).map(({ page }) => page));
  const segments = rows.flat(2).filter(({ text }) => text.length <= 80);
  const own = segments.filter(({ text }) => isSamePerson(text, name));
  const named = new Set(own.map(({ page }) => page));
  const isHeadPlace = createPlaceTest(own);
  const hasHead = own.some(isHeadPlace);
  const candidates = segments.flatMap((segment) => {
    const other = readName(segment.text);
    return other === undefined ? [] : [{ ...segment, other }];
  });
  const first = new Map(rows.flatMap(([row]) => (row?.[0] ? [[row[0].page, row[0].y]] : [])));
  const isFirst = ({ page, y }: Segment): boolean => first.get(page) === y;
  const onPages = Map.groupBy(candidates, ({ other }) => other);
  for (const [other, places] of onPages) {
    const others = new Set(places.map(({ page }) => page));
    if ((!hasHead && others.size > 0.8 * pages.size) || others.intersection(named).size > 0) continue;
    for (const place of places) {
      if (isHeadPlace(place) || (isInMargin(place) && !isTitle(place, body))) names.set(place.page, other);
      else if (isInMargin(place) || isFirst(place)) unnamed.add(place.page);
    }
  }
  const words = name.split(' ');
  const mentions = rows.flat(2).filter(({ text }) => words.some((word) => text.includes(word)));
  const tied = hasHead ? named : new Set(mentions.map(({ page }) => page));
  for (const page of pages.difference(tied)) {
    const isBesideNamed = named.has(page - 1) || named.has(page + 1);
    if (!hasHead || named.size > 0.5 * pages.size || !isBesideNamed) unnamed.add(page);
  }
  const statements = findStatements(lines);
  for (const stated of statements.slice(1)) {
    const other = stated.name === undefined || isSamePerson(stated.name, name) ? undefined : stated.name;
    for (const page of pages) {
      if (other !== undefined && page >= stated.page) names.set(page, other);
      if (stated.completedOn !== statements[0]?.completedOn) unnamed.add(page);
    }
  }
  return { names, unnamed };
}

/** What pages of one file have in common: the fonts as they lie in the file, the names of the fonts, and the paper. */
const traits: ((page: TextPage) => Iterable<unknown>)[] = [
  ({ items }) => items.flatMap(({ font, text }) => (text.trim() === '' ? [] : [font])),
  ({ fonts }) => fonts ?? [],
  ({ width, height }) => [Math.round(width + height)],
];

/** Finds pages that share a trait with none of most pages, not even through others: they may be from another file. */
export function findForeignPages(pages: TextPage[]): Set<number> {
  return new Set(
    traits.flatMap((trait) => [...findUnlinked(new Map(pages.map((page) => [page.page, new Set(trait(page))])))]),
  );
}

function findUnlinked(traitsOf: Map<number, Set<unknown>>): Set<number> {
  const all = new Set([...traitsOf].flatMap(([page, own]) => (own.size > 0 ? [page] : [])));
  for (const start of all) {
    const linked = new Set([start]);
    for (const page of linked) {
      const own = traitsOf.get(page) ?? new Set();
      for (const [other, theirs] of traitsOf) if (!own.isDisjointFrom(theirs)) linked.add(other);
    }
    if (linked.size > 0.5 * all.size) return all.difference(linked);
  }
  return new Set();
}

/** Recognises the height on the page and the font size that the name of the person has on several pages. */
function createPlaceTest(own: Segment[]): (segment: Segment) => boolean {
  const places = new Map<string, Set<number>>();
  for (const segment of own) {
    for (const key of toPlaces(segment)) places.set(key, (places.get(key) ?? new Set()).add(segment.page));
  }
  return (segment) => toPlaces(segment).some((key) => (places.get(key)?.size ?? 0) >= 2);
}

/** Returns the height on the page and the font size, rounded down and up, so that equal places share one. */
function toPlaces({ y, height }: Segment): string[] {
  return [Math.floor(y), Math.ceil(y)].map((at) => `${at} ${Math.round(height * 2)}`);
}

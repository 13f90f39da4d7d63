// Parses an Insights Discovery profile: from positioned text to the fields of the interface.
import type { ProfileAnswer } from '../schema.ts';
import { findForeignPages, findOtherPeople } from './another-person.ts';
import { isUnreadable } from './characters.ts';
import { readColours } from './colour-pages.ts';
import { findMarks, isHeading, removeContents, type Section } from './headings.ts';
import {
  findBodySize,
  groupRows,
  markLetterBullets,
  sortInReadingOrder,
  type Segment,
  type TextPage,
} from './layout.ts';
import { collectWords } from './passages.ts';
import { findStatements, hasShapes, judgeName, parsePerson } from './person.ts';
import { createMarginTest, findBreaks, removeRunningHeads } from './running-heads.ts';
import { readSection } from './sections.ts';
import { findSpoiltWords, misnamesLetters, type IsWord } from './spoilt-words.ts';

export type { TextItem, TextPage } from './layout.ts';

/** The fields of InsightsProfile, in the format that README.md describes. */
export type ProfileFields = ProfileReading['fields'];

/** The result. `evidence` by field name (also `colourWheel`, `percentages`): the page where the field starts. */
export type ProfileReading = Exclude<ProfileAnswer, ProfileRefusal>;

/** The reason why a file cannot be read, in words for the uploader. */
export type ProfileRefusal = Extract<ProfileAnswer, { failed: string }>;

export const refusals = {
  noText: 'The PDF contains no text. It looks like a scan; upload the original PDF of the profile.',
  notAProfile: 'The PDF is not an Insights Discovery profile: no section of a profile was found.',
  severalPages: 'The PDF has several pages on one sheet. Upload a PDF that has each page of the profile on its own.',
  unreadable: 'The text of the PDF cannot be copied: its fonts do not name their characters. Upload the original PDF.',
  unsupportedLanguage: 'The language of the profile is not supported: only English profiles can be read.',
};

const titles: Record<Exclude<Section, 'other'>, string> = {
  keyStrengths: 'key strengths',
  communicationDos: 'communication strategies',
  communicationDonts: 'barriers to communication',
  blindSpots: 'possible blind spots',
};

/** @param isWord whether a word is English */
export function readProfile(pages: TextPage[], isWord: IsWord): ProfileAnswer {
  const all = pages.map(groupRows);
  const { rows, heads } = removeRunningHeads(pages, all);
  const content = markLetterBullets(rows.map(removeContents));
  const body = findBodySize(content);
  const lines = content.flatMap((page) => sortInReadingOrder(page, findPageWidth(pages, page), body, isHeading));
  const isCoded = isUnreadable(pages.flatMap(({ items }) => items.map(({ text }) => text)));
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < 100) {
    return { failed: isCoded ? refusals.unreadable : refusals.noText };
  }

  const person = parsePerson(lines, heads);
  const isInMargin = createMarginTest(pages);
  const { names: others, unnamed } = findOtherPeople(all, lines, { name: person.name, body, isInMargin });
  const noted = new Set(pages.filter(({ hasNotes }) => hasNotes).map(({ page }) => page));
  const doubts = { unnamed: unnamed.union(findForeignPages(pages)), noted, breaks: findBreaks(all, isInMargin) };
  const whole = lines.filter(({ page }) => !noted.has(page)); // on the others words may be cut at the edge of the paper
  const spoilt = findSpoiltWords(whole, isWord, new Set(person.name?.toLowerCase().split(/[^\p{L}\p{M}]+/u)));
  const colours = readColours(content, others, doubts);
  const hasColours = Object.keys(colours.values).length > 0;
  const isOurs = findStatements(lines).length > 0 || hasColours;
  const sureDigits = hasColours ? colours.sureDigits : new Set(lines.flatMap(({ digits }) => [...digits]));
  const reading: ProfileReading = { fields: {}, evidence: {}, person, warnings: [] };
  const text = {
    lines,
    marks: findMarks(lines, body),
    words: collectWords(lines),
    others,
    doubts,
    spoilt,
    isOurs,
    sureDigits,
  };
  for (const [section, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    const { reading: part, warnings } = readSection(section, title, text, person.name);
    reading.warnings.push(...warnings);
    if (!part) continue;
    reading.fields[section] = part.text;
    reading.evidence[section] = { page: part.page, confidence: part.confidence };
  }
  if (Object.keys(reading.fields).length === 0) {
    return { failed: isCoded ? refusals.unreadable : chooseRefusal(rows, all) };
  }
  if (hasColours) reading.fields.summary = colours.values;
  Object.assign(reading.evidence, colours.evidence);
  reading.warnings = [...describeOthers(others), ...colours.alarms, ...reading.warnings, ...colours.warnings];
  if (!isOurs) reading.warnings.push('Nothing but its headings says that this is an Insights Discovery profile.');
  if (!person.name) {
    const isShaped = lines.some(({ text }) => hasShapes(text));
    const reason = isShaped ? ', or in the codes of the shapes of its letters, whose order is not sure' : '';
    reading.warnings.push(`The profile does not name its person${reason}.`);
    return reading;
  }
  const owners = [...text.marks.values()].flatMap(({ owner }) => owner ?? []);
  const facts = { isAlone: others.size === 0, isSpoilt: spoilt.splits || misnamesLetters(spoilt) };
  const { doubt, ...evidence } = judgeName(person.name, { lines, heads, owners }, facts);
  reading.evidence['name'] = evidence;
  if (doubt !== undefined) reading.warnings.push(doubt);
  return reading;
}

function describeOthers(others: Map<number, string>): string[] {
  const pages = [...others.keys()].sort((a, b) => a - b).join(', ');
  const names = [...new Set(others.values())].join(' and ');
  return others.size === 0 ? [] : [`The file also has pages of ${names}: ${pages}.`];
}

function findPageWidth(pages: TextPage[], rows: Segment[][]): number {
  return pages.find(({ page }) => page === rows[0]?.[0]?.page)?.width ?? 0;
}

/**
 * Chooses the reason why no section was found.
 *
 * @param all the rows of the pages, with their running heads
 */
function chooseRefusal(rows: Segment[][][], all: Segment[][][]): string {
  const text = rows.flat(2).map((segment) => segment.text.slice(0, 300).toLowerCase());
  if (!text.some((line) => line.includes('insights discovery'))) return refusals.notAProfile;
  const words = text.flatMap((line) => line.split(' '));
  const english = words.filter((word) => /^(the|and|of|to|with|is|you|your)$/.test(word)).length;
  if (english <= 0.08 * words.length) return refusals.unsupportedLanguage;
  return repeatsHeads(all) ? refusals.severalPages : refusals.notAProfile;
}

/** Whether a text stands twice on most of several pages, as the running head of each page of a sheet does. */
function repeatsHeads(all: Segment[][][]): boolean {
  const twice = all.flatMap((page) =>
    [...Map.groupBy(page.flat(), ({ text }) => text)].flatMap(([text, places]) =>
      /\p{L}{3}/u.test(text) && places.length > 1 ? [text] : [],
    ),
  );
  return [...Map.groupBy(twice, (text) => text).values()].some(({ length }) => length > 1 && length > 0.5 * all.length);
}

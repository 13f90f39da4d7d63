// Parses an Insights Discovery profile: from positioned text to the fields of the interface.
import { findPage, parseEnergies, parseWheelPositions, type Confidence } from './colours.ts';
import { matchHeading, findMarks, type Mark, type Section } from './headings.ts';
import {
  findBodySize,
  sortInReadingOrder,
  groupRows,
  removeRunningHeads,
  type Line,
  type Segment,
  type TextPage,
} from './layout.ts';
import { readBullets, readParagraphs, collectWords, type Passages } from './passages.ts';
import { parsePerson, isSamePerson, type ProfilePerson } from './person.ts';

export type { TextItem, TextPage } from './layout.ts';
export { isSamePerson } from './person.ts';

/**
 * The fields of InsightsProfile. Lists (keyStrengths, communicationDos, communicationDonts) have one bullet per line,
 * without its glyph. Those of communicationDonts start with "Do not", so each can be understood without the heading.
 * blindSpots has one paragraph per line.
 *
 * - summary.percentages: `blue green yellow red` of the conscious persona and `lessConsciousBlue …` of the other, 0–100
 * - summary.colourWheel: `consciousPosition`, `lessConsciousPosition` (the numbers on the wheel), `preferenceFlow`
 *   (percent, may be negative), and the raw scores 0.00–6.00 under the same eight keys as the percentages
 */
export type ProfileFields = {
  keyStrengths?: string;
  blindSpots?: string;
  communicationDos?: string;
  communicationDonts?: string;
  summary?: { colourWheel?: Record<string, number>; percentages?: Record<string, number> };
};

/** The result. `evidence` by field name (also `colourWheel`, `percentages`): the page where the field starts. */
export type ProfileReading = {
  fields: ProfileFields;
  evidence: Record<string, { page: number; confidence: Confidence }>;
  person: ProfilePerson;
  warnings: string[];
};

/** The reason why a file cannot be read, in words for the uploader. */
export type ProfileRefusal = { failed: string };

export const refusals = {
  noText: 'The PDF contains no text. It looks like a scan; upload the original PDF of the profile.',
  notAProfile: 'The PDF is not an Insights Discovery profile: no section of a profile was found.',
  unsupportedLanguage: 'The language of the profile is not supported: only English profiles can be read.',
};

const sections = { keyStrengths: 'key strengths', communicationDos: 'communication strategies' } as const;
const titles: Record<Exclude<Section, 'other'>, string> = {
  ...sections,
  communicationDonts: 'barriers to communication',
  blindSpots: 'possible blind spots',
};

export function readProfile(pages: TextPage[]): ProfileReading | ProfileRefusal {
  const { rows, heads } = removeRunningHeads(pages, pages.map(groupRows));
  const content = rows.filter((page) => !isContents(page));
  const body = findBodySize(content);
  const lines = content.flatMap((page) => sortInReadingOrder(page, findPageWidth(pages, page), body));
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < 100) return { failed: refusals.noText };

  const reading: ProfileReading = { fields: {}, evidence: {}, person: parsePerson(lines, heads), warnings: [] };
  const marks = findMarks(lines, body);
  const words = collectWords(lines);
  for (const [section, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    readSection(reading, section, title, lines, marks, words);
  }
  if (Object.keys(reading.fields).length === 0) return { failed: chooseRefusal(rows) };
  readColours(reading, content);
  if (!reading.person.name) reading.warnings.push('The profile does not name its person.');
  return reading;
}

function readSection(
  { fields, evidence, person, warnings }: ProfileReading,
  section: Exclude<Section, 'other'>,
  title: string,
  lines: Line[],
  marks: Map<number, Mark>,
  words: Set<string>,
): void {
  const sectionMarks = [...marks].filter(([, mark]) => mark.section === section);
  const openings = sectionMarks.filter(([, { kind }]) => kind === 'opening');
  const [start] = openings.length > 0 ? openings : sectionMarks;
  if (!start) return void warnings.push(`No section with the ${title} was found.`);
  const [at, mark] = start;
  const list = section !== 'blindSpots';
  let body = collectBody(lines, at + mark.spans, marks);
  if (list && mark.kind === 'heading')
    body = body.slice(
      Math.max(
        body.findIndex(({ bullet }) => bullet),
        0,
      ),
    );
  const passages: Passages = list ? readBullets(body, words) : readParagraphs(body, words);
  if (passages.texts.length === 0) return void warnings.push(`The section with the ${title} is empty.`);

  const texts =
    section === 'communicationDonts' ? passages.texts.map((text) => phraseAsDont(text, person.name)) : passages.texts;
  fields[section] = texts.join('\n');
  const faults: string[] = [];
  if (openings.length > 1) faults.push(`The ${title} appear twice; the first ones were used.`);
  if (mark.owner && person.name && !hasMatchingName(mark.owner, person.name)) {
    faults.push(`The ${title} are about another person than the rest of the profile.`);
  }
  const doubts: string[] = [];
  if (mark.kind === 'heading') doubts.push(`The line that opens the ${title} is missing.`);
  else if (!sectionMarks.some(([, { kind }]) => kind === 'heading'))
    doubts.push(`The heading of the ${title} is missing.`);
  if (passages.stray) doubts.push(`Text beside the list of the ${title} may belong elsewhere.`);
  if (!passages.sure) doubts.push(`Line ends in the ${title} could be read in two ways.`);
  if (list && texts.length === 1) faults.push(`The ${title} are one bullet; they may be several.`);
  warnings.push(...faults, ...doubts);
  const confidence = faults.length > 0 ? 'low' : doubts.length > 0 ? 'medium' : 'high';
  evidence[section] = { page: body[0]?.page ?? 0, confidence };
}

function collectBody(lines: Line[], start: number, marks: Map<number, Mark>): Line[] {
  let end = start;
  while (end < lines.length && !marks.has(end)) end += 1;
  return lines.slice(start, end);
}

/** Rewrites a bullet under "When communicating with X, DO NOT:" so it can be understood without that heading. */
function phraseAsDont(text: string, name = ''): string {
  if (/^(do not|don['’]t|never|avoid)\b/i.test(text)) return text;
  const first = text.split(' ', 1)[0] ?? '';
  const keepsCase =
    /^I\b/.test(first) || /^\p{Lu}{2,}/u.test(first) || name.split(' ').includes(first.replace(/['’]s?$/, ''));
  return `Do not ${keepsCase ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
}

/** Whether the name in an opening line, often only the first name, is part of the profile's name. */
function hasMatchingName(owner: string, name: string): boolean {
  return isSamePerson(owner, name) || name.toLowerCase().split(/[ -]/).includes(owner.toLowerCase());
}

function readColours({ fields, evidence, warnings }: ProfileReading, pages: Segment[][][]): void {
  const dynamics = findPage(pages, 'the insights discovery color dynamics');
  const positions = findPage(pages, 'the insights discovery 72 type wheel');
  const energies = dynamics && parseEnergies(dynamics);
  const wheel = positions && parseWheelPositions(positions);
  const summary: NonNullable<ProfileFields['summary']> = {};
  const lowest = [wheel, energies?.raw].some((part) => part?.confidence !== 'high') ? 'low' : 'high';
  const values = { ...wheel?.values, ...energies?.raw.values };
  if (Object.keys(values).length > 0) {
    summary.colourWheel = values;
    evidence['colourWheel'] = { page: wheel?.page ?? energies?.raw.page ?? 0, confidence: lowest };
  }
  if (energies && Object.keys(energies.percent.values).length > 0) {
    summary.percentages = energies.percent.values;
    evidence['percentages'] = { page: energies.percent.page, confidence: energies.percent.confidence };
  }
  if (!wheel) warnings.push('No wheel positions were found.');
  if (!energies) warnings.push('No colour scores were found.');
  warnings.push(...(wheel?.warnings ?? []), ...(energies?.raw.warnings ?? []));
  if (Object.keys(summary).length > 0) fields.summary = summary;
}

/** A table of contents repeats all headings with page numbers, so it must not be searched for sections. */
function isContents(rows: Segment[][]): boolean {
  const titles = rows
    .flat()
    .filter(({ text }) => matchHeading(text.slice(0, 200).replace(/[ .…]*\d*$/, '')) !== undefined);
  return new Set(titles.map(({ text }) => text)).size >= 5;
}

function findPageWidth(pages: TextPage[], rows: Segment[][]): number {
  return pages.find(({ page }) => page === rows[0]?.[0]?.page)?.width ?? 0;
}

function chooseRefusal(rows: Segment[][][]): string {
  const text = rows.flat(2).map((segment) => segment.text.slice(0, 300).toLowerCase());
  if (!text.some((line) => line.includes('insights discovery'))) return refusals.notAProfile;
  const words = text.flatMap((line) => line.split(' '));
  const english = words.filter((word) => /^(the|and|of|to|with|is|you|your)$/.test(word)).length;
  return english > 0.08 * words.length ? refusals.notAProfile : refusals.unsupportedLanguage;
}

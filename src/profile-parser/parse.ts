// An Insights Discovery profile, from the text on its pages to the fields of the interface.
import { findPage, parseEnergies, parseWheelPositions, type Confidence } from './colours.ts';
import { matchHeading, findMarks, type Mark, type Section } from './headings.ts';
import {
  bodySize,
  readingOrder,
  groupRows,
  withoutRunningHeads,
  type Line,
  type Segment,
  type TextPage,
} from './layout.ts';
import { readBullets, readParagraphs, collectWords, type Passages } from './passages.ts';
import { parsePerson, samePerson, type ProfilePerson } from './person.ts';

export type { TextItem, TextPage } from './layout.ts';
export { samePerson } from './person.ts';

/**
 * The fields as InsightsProfile has them. The lists (keyStrengths, communicationDos, communicationDonts) hold one bullet
 * a line, whole and without its glyph; those of communicationDonts start with "Do not", so that each makes sense alone.
 * blindSpots holds one paragraph a line.
 *
 * - summary.percentages: `blue green yellow red` of the conscious persona and `lessConsciousBlue …` of the other, 0–100
 * - summary.colourWheel: `consciousPosition`, `lessConsciousPosition` (the numbers of the wheel), `preferenceFlow`
 *   (percent, may be negative), and the raw scores 0.00–6.00 under the same eight keys as the percentages
 */
export type ProfileFields = {
  keyStrengths?: string;
  blindSpots?: string;
  communicationDos?: string;
  communicationDonts?: string;
  summary?: { colourWheel?: Record<string, number>; percentages?: Record<string, number> };
};

/** What was read; `evidence` by the name of the field (also `colourWheel`, `percentages`): the page it starts on. */
export type ProfileReading = {
  fields: ProfileFields;
  evidence: Record<string, { page: number; confidence: Confidence }>;
  person: ProfilePerson;
  warnings: string[];
};

/** Why there is nothing to read, for the person who sent the file. */
export type ProfileRefusal = { failed: string };

export const refusals = {
  noText: 'The PDF contains no text. It looks like a scan; upload the original PDF of the profile.',
  notAProfile: 'The PDF is not an Insights Discovery profile: none of its sections was found.',
  unsupportedLanguage: 'The profile is in a language that is not supported: only English profiles can be read.',
};

const sections = { keyStrengths: 'key strengths', communicationDos: 'communication strategies' } as const;
const titles: Record<Exclude<Section, 'other'>, string> = {
  ...sections,
  communicationDonts: 'barriers to communication',
  blindSpots: 'possible blind spots',
};

/** Reads a profile from the positioned text of its pages. */
export function readProfile(pages: TextPage[]): ProfileReading | ProfileRefusal {
  const { rows, heads } = withoutRunningHeads(pages, pages.map(groupRows));
  const inside = rows.filter((page) => !isContents(page));
  const body = bodySize(inside);
  const lines = inside.flatMap((page) => readingOrder(page, findPageWidth(pages, page), body));
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < 100) return { failed: refusals.noText };

  const reading: ProfileReading = { fields: {}, evidence: {}, person: parsePerson(lines, heads), warnings: [] };
  const marks = findMarks(lines, body);
  const words = collectWords(lines);
  for (const [section, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    readSection(reading, section, title, lines, marks, words);
  }
  if (Object.keys(reading.fields).length === 0) return { failed: refusalFor(rows) };
  readColours(reading, inside);
  if (!reading.person.name) reading.warnings.push('The profile does not say whose it is.');
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
  let body = bodyAfter(lines, at + mark.spans, marks);
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
  if (openings.length > 1) faults.push(`The ${title} appear twice; the first were taken.`);
  if (mark.owner && person.name && !hasMatchingName(mark.owner, person.name)) {
    faults.push(`The ${title} speak of another person than the rest of the profile.`);
  }
  const doubts: string[] = [];
  if (mark.kind === 'heading') doubts.push(`The line that opens the ${title} is missing.`);
  else if (!sectionMarks.some(([, { kind }]) => kind === 'heading'))
    doubts.push(`The heading of the ${title} is missing.`);
  if (passages.stray) doubts.push(`Text beside the list of the ${title} may belong elsewhere.`);
  if (!passages.sure) doubts.push(`Line ends in the ${title} could be read in two ways.`);
  if (list && texts.length === 1) faults.push(`The ${title} are one piece; they may be several.`);
  warnings.push(...faults, ...doubts);
  const confidence = faults.length > 0 ? 'low' : doubts.length > 0 ? 'medium' : 'high';
  evidence[section] = { page: body[0]?.page ?? 0, confidence };
}

function bodyAfter(lines: Line[], start: number, marks: Map<number, Mark>): Line[] {
  let end = start;
  while (end < lines.length && !marks.has(end)) end += 1;
  return lines.slice(start, end);
}

/** A bullet from under "When communicating with X, DO NOT:", so that it makes sense alone. */
function phraseAsDont(text: string, name = ''): string {
  if (/^(do not|don['’]t|never|avoid)\b/i.test(text)) return text;
  const first = text.split(' ', 1)[0] ?? '';
  const keepsCase =
    /^I\b/.test(first) || /^\p{Lu}{2,}/u.test(first) || name.split(' ').includes(first.replace(/['’]s?$/, ''));
  return `Do not ${keepsCase ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
}

/** Whether an opening line's name (often the first name alone) is part of the profile's. */
function hasMatchingName(owner: string, name: string): boolean {
  return samePerson(owner, name) || name.toLowerCase().split(/[ -]/).includes(owner.toLowerCase());
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

/** Contents repeat every heading, with page numbers: such a page is no place to look for sections. */
function isContents(rows: Segment[][]): boolean {
  const titles = rows
    .flat()
    .filter(({ text }) => matchHeading(text.slice(0, 200).replace(/[ .…]*\d*$/, '')) !== undefined);
  return new Set(titles.map(({ text }) => text)).size >= 5;
}

function findPageWidth(pages: TextPage[], rows: Segment[][]): number {
  return pages.find(({ page }) => page === rows[0]?.[0]?.page)?.width ?? 0;
}

function refusalFor(rows: Segment[][][]): string {
  const text = rows.flat(2).map((segment) => segment.text.slice(0, 300).toLowerCase());
  if (!text.some((line) => line.includes('insights discovery'))) return refusals.notAProfile;
  const words = text.flatMap((line) => line.split(' '));
  const english = words.filter((word) => /^(the|and|of|to|with|is|you|your)$/.test(word)).length;
  return english > 0.08 * words.length ? refusals.notAProfile : refusals.unsupportedLanguage;
}

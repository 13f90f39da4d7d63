// The headings and opening lines of an English profile: what starts a section, and so what ends the one before.
import { isTitle, normalizeText, type Line } from './layout.ts';

/** The sections that become fields, and those that only end others. */
export type Section = 'keyStrengths' | 'communicationDos' | 'communicationDonts' | 'blindSpots' | 'other';

/** What a line is to the sections; `whose`: the person an opening line speaks of; `spans`: how many lines it takes up. */
export type Mark = { kind: 'heading' | 'opening' | 'title' | 'end'; section: Section; owner?: string; spans: number };

const headings: Record<string, Section> = {
  strengths: 'keyStrengths',
  'key strengths': 'keyStrengths',
  'effective communications': 'communicationDos',
  'effective communication': 'communicationDos',
  'barriers to effective communication': 'communicationDonts',
  'barriers to effective communications': 'communicationDonts',
  'possible blind spots': 'blindSpots',
  'blind spots': 'blindSpots',
};
for (const title of [
  'foundation chapter',
  'personal details',
  'contents',
  'introduction',
  'overview',
  'personal style',
  'interacting with others',
  'decision making',
  'key strengths and weaknesses',
  'weaknesses',
  'possible weaknesses',
  'value to the team',
  'communication',
  'opposite type',
  'recognizing your opposite type',
  'suggestions for development',
  'management',
  'management chapter',
  'management style',
  'creating the ideal environment',
  'managing',
  'motivating',
  'effective selling chapter',
  'personal achievement chapter',
  'interview questions',
  'the insights wheel',
  'the insights discovery 72 type wheel',
  'the insights discovery color dynamics',
  'jungian preferences',
  'personal notes',
]) {
  headings[title] = 'other';
}

const openings: [Section, RegExp][] = [
  ['keyStrengths', /^(.{1,60})['’]s? key strengths ?:?$/iu],
  ['other', /^(.{1,60})['’]s? possible weaknesses ?:?$/iu],
  ['other', /^as a team member, (.{1,60}?) ?:$/iu],
  ['communicationDos', /^strategies for communicating with (.{1,60}?) ?:?$/iu],
  ['communicationDonts', /^when communicating with (.{1,60}), do not ?:?$/iu],
  ['blindSpots', /^(.{1,60})['’]s? possible blind ?spots ?:?$/iu],
  ['other', /^(.{1,60}) may benefit from ?:$/iu],
];

const endings = /^(personal notes$|insights discovery and insights learning|insights, insights discovery)/i;
const maxHeadingLength = 160; // characters of a heading or opening line; longer lines are text

/** A heading as it is compared: one spelling, no mark of a trade, no colon. */
export function normalizeHeading(text: string): string {
  return normalizeText(text.slice(0, 2 * maxHeadingLength))
    .toLowerCase()
    .replace(/[®™]/gu, '')
    .replace(/ ?:$/, '')
    .replace('&', 'and')
    .replace('colour', 'color')
    .replace('recognising', 'recognizing');
}

/** The section a heading opens, or undefined for text that is no heading of a profile. */
export function matchHeading(text: string): Section | undefined {
  const title = text.length > maxHeadingLength || !/^\p{Lu}/u.test(text) ? '' : normalizeHeading(text);
  if (Object.hasOwn(headings, title)) return headings[title];
  return /^(communicat|recognizing).*opposite type$/.test(title) ? 'other' : undefined;
}

/** What each line is to the sections, by its place; lines that are text are left out. */
export function findMarks(lines: Line[], body: number): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (let at = 0; at < lines.length; at += 1) {
    const mark = findMark(lines, at, body);
    if (!mark) continue;
    marks.set(at, mark);
    at += mark.spans - 1;
  }
  return marks;
}

function findMark(lines: Line[], at: number, body: number): Mark | undefined {
  const [line, next] = [lines[at], lines[at + 1]];
  if (!line || line.bullet) return undefined;
  const alone = matchOpening(line.text);
  if (alone) return { kind: 'opening', ...alone, spans: 1 };
  if (next && !next.bullet && next.page === line.page && !isTitle(next, body) && !matchOpening(next.text)) {
    const wrapped = matchOpening(`${line.text} ${next.text}`);
    if (wrapped) return { kind: 'opening', ...wrapped, spans: 2 };
  }
  const section = matchHeading(line.text);
  const setApart = isTitle(line, body) || line.above === undefined || line.above > 1.7 * line.height;
  if (section && setApart) return { kind: 'heading', section, spans: 1 };
  if (endings.test(line.text.slice(0, maxHeadingLength))) return { kind: 'end', section: 'other', spans: 1 };
  return isTitle(line, body) ? { kind: 'title', section: 'other', spans: 1 } : undefined;
}

function matchOpening(text: string): { section: Section; owner: string } | undefined {
  if (text.length > maxHeadingLength) return undefined;
  for (const [section, form] of openings) {
    const owner = form.exec(text)?.[1];
    if (owner && !/opposite type|[.!?;] /i.test(owner)) return { section, owner };
  }
  return undefined;
}

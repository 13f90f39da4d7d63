// Recognises the headings and opening lines of an English profile. They start a section and end the previous one.
import { normalizeText } from './characters.ts';
import { isTitle, type Line, type Segment } from './layout.ts';

/** A section that becomes a field; `other` only ends the previous section. */
export type Section = 'keyStrengths' | 'communicationDos' | 'communicationDonts' | 'blindSpots' | 'other';

/**
 * The role of a line. `owner`: the person named in an opening line; `spans`: its number of lines; `continued`: it says that
 * the section goes on.
 */
export type Mark = {
  kind: 'heading' | 'opening' | 'title' | 'end';
  section: Section;
  owner?: string;
  spans: number;
  continued?: boolean;
};

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
const maxHeadingLength = 160; // characters; longer lines are body text

/** Removes what marks a heading or an opening line as a continuation, such as "(continued)", ", cont." or "(2/2)". */
function removeContinuation(text: string): string {
  return text
    .replace(/ ?[([](cont[^)\]]{0,20}|\d{1,2} ?(of|\/) ?\d{1,2})[)\]]/i, '')
    .replace(/[ ,–—-]+cont(inued|[’'.]d|\.)(?= ?:?$)/i, '');
}

/** Normalizes a heading for comparison: lower case, American spelling, no trademark sign, no colon, no "(continued)". */
export function normalizeHeading(text: string): string {
  return removeContinuation(normalizeText(text.slice(0, 2 * maxHeadingLength)))
    .toLowerCase()
    .replace(/[®™]/gu, '')
    .replace(/ ?:$/, '')
    .replace('&', 'and')
    .replace('colour', 'color')
    .replace('recognising', 'recognizing');
}

/** Returns the section that a heading starts; undefined if the text is not a known heading. */
export function matchHeading(text: string): Section | undefined {
  const title = text.length > maxHeadingLength || !/^\p{Lu}/u.test(text) ? '' : normalizeHeading(text);
  if (Object.hasOwn(headings, title)) return headings[title];
  return /^(communicat|recognizing).*opposite type$/.test(title) ? 'other' : undefined;
}

/** Whether a line starts or ends a section, whatever its size. */
export function isHeading(text: string): boolean {
  const start = text.slice(0, maxHeadingLength + 1);
  return matchHeading(start) !== undefined || matchOpening(start) !== undefined || endings.test(start);
}

/** Finds headings and opening lines, by line index; lines of body text have no mark. */
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
  const line = lines[at];
  const next = lines[at + 1];
  if (!line || line.bullet) return undefined;
  const opening = matchOpening(line.text);
  if (opening) return { kind: 'opening', ...opening, spans: 1 };
  if (next && !next.bullet && next.page === line.page && !isTitle(next, body) && !matchOpening(next.text)) {
    const joined = matchOpening(`${line.text} ${next.text}`);
    if (joined) return { kind: 'opening', ...joined, spans: 2 };
  }
  const section = matchHeading(line.text);
  const isSeparate = isTitle(line, body) || line.above === undefined || line.above > 1.7 * line.height;
  if (section && isSeparate) {
    const continued = removeContinuation(line.text) !== line.text;
    return { kind: 'heading', section, spans: 1, ...(continued && { continued }) };
  }
  const wrapped =
    next && isTitle(line, body) && isNextLine(next, line) && matchHeading(joinTitle(line.text, next.text));
  if (wrapped) return { kind: 'heading', section: wrapped, spans: 2 };
  if (endings.test(line.text.slice(0, maxHeadingLength))) return { kind: 'end', section: 'other', spans: 1 };
  return isTitle(line, body) ? { kind: 'title', section: 'other', spans: 1 } : undefined;
}

/** Joins the lines of a heading, which may divide a word. */
export function joinTitle(first: string, second: string): string {
  return /\p{L}[-‐]$/u.test(first) ? first.slice(0, -1) + second : `${first} ${second}`;
}

/** Whether two lines can be one heading: one below the other, in the same size. */
function isNextLine(next: Line, { height, page }: Line): boolean {
  return next.page === page && Math.abs(next.height - height) < 0.5 && (next.above ?? Infinity) < 1.7 * height;
}

function matchOpening(text: string): { section: Section; owner: string; continued?: true } | undefined {
  if (text.length > maxHeadingLength) return undefined;
  const line = removeContinuation(text);
  for (const [section, pattern] of openings) {
    const owner = pattern.exec(line)?.[1];
    if (owner && !/opposite type|[.!?;] /i.test(owner))
      return { section, owner, ...(line !== text && { continued: true }) };
  }
  return undefined;
}

const minEntries = 5; // of a table of contents: it repeats all headings, which must not be taken for sections

/**
 * Removes the entries of a table of contents, from its first to its last line with a page number. Other text on the
 * page stays. A page that lists headings without page numbers is removed as a whole.
 */
export function removeContents(rows: Segment[][]): Segment[][] {
  const titles = rows.flat().filter(({ text }) => matchHeading(stripNumber(text)) !== undefined);
  if (new Set(titles.map(({ text }) => stripNumber(text))).size < minEntries) return rows;
  const entries = rows.flatMap((row, at) => (isEntry(row) ? [at] : []));
  if (entries.length < minEntries) return [];
  const first = entries[0] ?? 0;
  const last = entries.at(-1) ?? 0;
  return rows.filter((_, at) => at < first || at > last);
}

const stripNumber = (text: string): string => text.slice(0, 200).replace(/[ .…·_]*\d*$/u, '');

/** Whether a row has a heading and ends with a page number. */
function isEntry(row: Segment[]): boolean {
  const text = row.map((segment) => segment.text.slice(0, 200)).join(' ');
  return /[ .…·_]\d{1,3}$/u.test(text) && matchHeading(stripNumber(text)) !== undefined;
}

// Reads one section of a profile: where it starts and ends, what it says, and how sure that is.
import { hasForeignLetters, hasUnreadable, isCutOff, lacksGap, runsRightToLeft } from './characters.ts';
import type { Confidence } from './colours.ts';
import { joinTitle, normalizeHeading, type Mark, type Section } from './headings.ts';
import type { Line } from './layout.ts';
import { readBullets, readParagraphs, type Passages } from './passages.ts';
import { describeDoubts, type PageDoubts } from './page-doubts.ts';
import { hasMatchingName } from './person.ts';
import { misnamesLetters, type SpoiltWords } from './spoilt-words.ts';

/**
 * The lines of a profile with their marks. `words`: all of its words; `others`: names by page of another person; `isOurs`: more than
 * its headings says that it is a profile; `sureDigits`: the fonts whose digits are right.
 */
type ProfileText = {
  lines: Line[];
  marks: Map<number, Mark>;
  words: Set<string>;
  others: Map<number, string>;
  doubts: PageDoubts;
  spoilt: SpoiltWords;
  isOurs: boolean;
  sureDigits: ReadonlySet<string>;
};

type SectionReading = { text: string; page: number; confidence: Confidence };

const noPaper = 24; // points from the lower edge, where printers leave nothing of a text

type TextSection = Exclude<Section, 'other'>;

/**
 * Reads the texts of a section, one per line; undefined if there is none. What speaks against the reading is a warning:
 * a fault makes the confidence low, a doubt medium.
 *
 * @param title of the section, for warnings
 * @param name of the person, if known
 */
export function readSection(
  section: TextSection,
  title: string,
  profile: ProfileText,
  name: string | undefined,
): { reading?: SectionReading; warnings: string[] } {
  const { marks, words, others } = profile;
  const sectionMarks = [...marks].filter(([, mark]) => mark.section === section);
  const beginnings = sectionMarks.filter(([, { continued }]) => continued !== true);
  const openings = beginnings.filter(([, { kind }]) => kind === 'opening');
  const start = openings[0] ?? beginnings[0] ?? sectionMarks[0];
  if (!start) return { warnings: [`No section with the ${title} was found.`] };
  const [at, mark] = start;
  const list = section !== 'blindSpots';
  const extent = collectBody(profile, at, list);
  let { body } = extent;
  if (list && mark.kind === 'heading') body = body.slice(Math.max(body.findIndex(hasBullet), 0));
  const passages: Passages = list ? readBullets(body, words) : readParagraphs(body, words);
  body = body.slice(0, passages.used);
  if (passages.texts.length === 0) return { warnings: [`The section with the ${title} is empty.`] };
  const texts =
    section === 'communicationDonts' ? passages.texts.map((text) => phraseAsDont(text, name)) : passages.texts;

  const faults: string[] = [];
  if (openings.length > 1) faults.push(`The ${title} appear twice; the first ones were used.`);
  const isOthers = mark.owner !== undefined && name !== undefined && !hasMatchingName(mark.owner, name);
  if (isOthers || body.some(({ page }) => others.has(page))) {
    faults.push(`The ${title} are about another person than the rest of the profile.`);
  }
  if (list && texts.length === 1) faults.push(`The ${title} are one bullet; they may be several.`);
  if (sectionMarks.some(([place, { continued }]) => continued && (place <= at || place >= extent.end))) {
    faults.push(`The ${title} are continued elsewhere; that part was not read.`);
  }
  if (extent.bulletsOutside) faults.push(`Bullets before or after the ${title} may belong to them.`);
  if (texts.some((text) => hasUnreadable(text) || hasForeignLetters(text, name))) {
    faults.push(`The ${title} have characters that cannot be read.`);
  }
  const { misnamed, joined, capitals, unknown } = profile.spoilt.find(passages.texts);
  if (misnamed !== undefined) faults.push(`The font of the ${title} may misname letters: “${misnamed}” is no word.`);
  if (body.some(({ overlaps }) => overlaps)) faults.push(`Text lies on the text of the ${title}.`);

  const doubts: string[] = [];
  if (mark.kind === 'heading') doubts.push(`The line that opens the ${title} is missing.`);
  else if (!sectionMarks.some(([, { kind }]) => kind === 'heading')) {
    doubts.push(`The heading of the ${title} is missing.`);
  }
  if (passages.stray || body.some(({ beside }) => beside)) {
    doubts.push(`Text beside the list of the ${title} may belong elsewhere.`);
  }
  if (passages.texts.some((text) => isCutOff(text, !list)) || startsWithin(passages.texts, !list)) {
    doubts.push(`A text of the ${title} begins or ends in mid-sentence.`);
  }
  if (body.some(({ faint }) => faint)) {
    doubts.push(
      `The ${title} have text that cannot be seen on the page, since it is hidden or covered; it may be wrong.`,
    );
  }
  if (body.at(-1)?.last) doubts.push(`The ${title} end at the edge of a box that would hide more of them.`);
  if (body.some(({ mixed }) => mixed)) doubts.push(`The columns of the ${title} could be read in two orders.`);
  if (texts.some(runsRightToLeft)) doubts.push(`The ${title} have words that run from right to left.`);
  const ending = marks.get(extent.end)?.kind;
  if (ending === undefined || (ending === 'title' && !list)) {
    doubts.push(`No heading of a profile follows the ${title}; they may go on.`);
  }
  if (body.some(({ y }) => y < noPaper))
    doubts.push(`The ${title} run to the edge of the paper; a part may be missing.`);
  const pages = new Set([...body, profile.lines[extent.end]].map((line) => line?.page ?? 0));
  if ([...pages].slice(0, -1).some((page) => profile.doubts.breaks.has(page))) {
    doubts.push(`The page after that of the ${title} is not the next one; they may go on elsewhere.`);
  }
  const own = body.map(({ page }) => page);
  doubts.push(...describeDoubts(title, own, profile.doubts));
  if (unknown !== undefined) doubts.push(`“${unknown}” in the ${title} is no known word.`);
  else if (misnamed === undefined && misnamesLetters(profile.spoilt)) {
    doubts.push(
      `Elsewhere in the file words are unknown or signs missing; the font may misname others of the ${title}, too.`,
    );
  }
  if (profile.spoilt.splits)
    doubts.push(`Words break at line ends without a hyphen, or have a gap; the ${title} may have such words.`);
  if (joined !== undefined) doubts.push(`A gap between words of the ${title} is lost: “${joined}”.`);
  if (passages.texts.some(lacksGap)) doubts.push(`A gap behind a stop or comma of the ${title} is lost.`);
  if (body.some(({ mixesSizes }) => mixesSizes)) {
    doubts.push(
      `Letters within a line of the ${title} differ in size; they may be marks of footnotes or small capitals.`,
    );
  }
  if (!body.every(({ digits }) => digits.isSubsetOf(profile.sureDigits))) {
    doubts.push(`The ${title} have numbers in a font whose numbers no sum of the colours confirms.`);
  }
  if (capitals !== undefined) doubts.push(`“${capitals}” in the ${title} may be written in small letters.`);
  if (!profile.isOurs) doubts.push(`The ${title} may be those of another kind of report.`);
  if (hasForeignFont(body)) doubts.push(`Some words of the ${title} are in another font; they may have been added.`);
  if (!passages.sure || (extent.resumed && !list)) doubts.push(`Line ends in the ${title} could be read in two ways.`);
  const confidence = faults.length > 0 ? 'low' : doubts.length > 0 ? 'medium' : 'high';
  const reading = { text: texts.join('\n'), page: body[0]?.page ?? 0, confidence } as const;
  return { reading, warnings: [...faults, ...doubts] };
}

/** Whether a paragraph begins with a small letter, or a bullet does where most others do not. */
function startsWithin(texts: string[], isProse: boolean): boolean {
  const small = texts.filter((text) => /^\p{Ll}/u.test(text)).length;
  return small > 0 && (isProse || small < 0.5 * texts.length);
}

/**
 * Whether a few words have a font of their own, as a remark that somebody put on the page. Symbols and accents are too
 * few.
 */
function hasForeignFont(lines: Line[]): boolean {
  const fonts = new Map<string, number>();
  for (const line of lines) for (const [font, count] of line.fonts) fonts.set(font, (fonts.get(font) ?? 0) + count);
  const all = [...fonts.values()].reduce((sum, count) => sum + count, 0);
  return [...fonts.values()].some((count) => count >= 4 && count < 0.25 * all);
}

const hasBullet = ({ bullet }: Line): boolean => bullet !== undefined;

/**
 * Collects the lines from a start to the next heading. Headings of the section that are repeated at the top of a page
 * do not end it when a bullet follows, nor do those that say that it is continued.
 *
 * @returns `end`: the line that ends it; `resumed`: a heading was repeated; `bulletsOutside`: bullets next to the section
 *   are in no other one
 */
function collectBody({ lines, marks }: ProfileText, start: number, list: boolean) {
  const page = lines[start]?.page;
  const isOwn = (at: number): boolean => ownTitles.has(readTitle(lines, marks, at));
  const ownTitles = new Set(
    [...marks.keys()]
      .filter((at) => at <= start && lines[at]?.page === page && marks.get(at)?.kind !== 'opening')
      .map((at) => readTitle(lines, marks, at)),
  );
  const body: Line[] = [];
  let resumed = false;
  let end = start + (marks.get(start)?.spans ?? 1);
  for (; end < lines.length; end += 1) {
    if (marks.has(end)) {
      const after = skipMarks(marks, end, (at) => isContinued(at) || (marks.get(at)?.kind !== 'opening' && isOwn(at)));
      const line = lines[after];
      const says = [...marks.keys()].some((at) => at >= end && at < after && isContinued(at));
      const onNewPage = lines[end]?.page !== body.at(-1)?.page;
      if (!line || marks.has(after) || !(says || (onNewPage && (!list || line.bullet)))) break;
      resumed = true;
      end = after;
    }
    const line = lines[end];
    if (line) body.push(line);
  }
  const glyph = body.find(hasBullet)?.bullet;
  const isGlyph = (line: Line | undefined): boolean => glyph !== undefined && line?.bullet === glyph;
  const bulletsOutside = list && (isBeforeOpening(lines, marks, start, isGlyph) || followsEnd(end));
  return { body, end, resumed, bulletsOutside };

  /** Whether a mark says that this section goes on. */
  function isContinued(at: number): boolean {
    const mark = marks.get(at);
    return mark?.continued === true && mark.section === marks.get(start)?.section;
  }

  /** Whether bullets follow notes, a title nobody knows, or a title of this section. */
  function followsEnd(from: number): boolean {
    const isNoHeading = (at: number): boolean =>
      marks.get(at)?.kind === 'title' || marks.get(at)?.kind === 'end' || isOwn(at) || isNotes(at);
    const after = skipMarks(marks, from, isNoHeading);
    if (after === from || marks.has(after)) return false;
    const isNotesBefore = isNotes(after - 1) || marks.get(after - 1)?.kind === 'end' || isOwn(after - 1);
    for (let at = after; at < lines.length && !marks.has(at); at += 1) {
      if (isGlyph(lines[at])) return true;
      if (!isNotesBefore) return false;
    }
    return false;
  }

  function isNotes(at: number): boolean {
    return readTitle(lines, marks, at) === 'personal notes';
  }
}

/** Whether bullets stand between an opening line and the mark before it. */
function isBeforeOpening(
  lines: Line[],
  marks: Map<number, Mark>,
  start: number,
  isGlyph: (line: Line | undefined) => boolean,
): boolean {
  if (marks.get(start)?.kind !== 'opening') return false;
  const previous = [...marks].filter(([at]) => at < start).at(-1);
  const from = previous ? previous[0] + previous[1].spans : 0;
  return previous?.[1].kind !== 'opening' && lines.slice(from, start).some(isGlyph);
}

function skipMarks(marks: Map<number, Mark>, from: number, isSkipped: (at: number) => boolean): number {
  let at = from;
  for (let mark = marks.get(at); mark && isSkipped(at); mark = marks.get(at)) at += mark.spans;
  return at;
}

/** Returns the text of a heading, without what marks it as a continuation. */
function readTitle(lines: Line[], marks: Map<number, Mark>, at: number): string {
  const text = lines
    .slice(at, at + (marks.get(at)?.spans ?? 1))
    .map((line) => line.text)
    .reduce(joinTitle);
  return normalizeHeading(text);
}

/** Rewrites a bullet under "When communicating with X, DO NOT:" so it can be understood without that heading. */
function phraseAsDont(text: string, name = ''): string {
  if (/^(do not|don['’]t|never|avoid)\b/i.test(text)) return text;
  const first = text.split(' ', 1)[0] ?? '';
  const keepsCase =
    /^I\b/.test(first) || /^\p{Lu}{2,}/u.test(first) || name.split(' ').includes(first.replace(/['’]s?$/, ''));
  return `Do not ${keepsCase ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
}

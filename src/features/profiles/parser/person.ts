// Reads the name and the date printed in a profile, and compares that name with the name of a user.
import { hasUnreadable, runsRightToLeft } from './characters.ts';
import type { Confidence } from './colours.ts';
import { matchHeading } from './headings.ts';
import type { Line } from './layout.ts';

/** `completedOn`: `YYYY-MM-DD`. */
export type ProfilePerson = { name?: string; completedOn?: string };

/** How sure the name is: where it stands, and what speaks against it as a sentence. */
type NameEvidence = { page: number; confidence: Confidence; doubt?: string };

const maxStatementLength = 300; // characters

/**
 * Reads the name from the statement "… is based on X's responses to …", or else from the running head, and the date from
 * "Date Completed", or else from the statement. A name in the codes of the shapes of its letters is left out: some programs write
 * these in the order of the page, from left to right, others in that of the text.
 *
 * @param heads running heads of the pages
 */
export function parsePerson(lines: Line[], heads: string[]): ProfilePerson {
  const person: ProfilePerson = {};
  const { name: statedName, completedOn } = findStatements(lines)[0] ?? {};
  const name = statedName ?? heads.flatMap((text) => readName(text) ?? [])[0];
  if (name && !hasShapes(name)) person.name = name;
  const labelled = lines.findIndex(({ text }) => /^date completed\b/i.test(text));
  const beside = lines
    .slice(labelled, labelled + 2)
    .map(({ text }) => text.slice(0, maxStatementLength))
    .join(' ');
  const completed = (labelled < 0 ? undefined : parseDate(beside.replace(/^date completed ?:? ?/i, ''))) ?? completedOn;
  if (completed) person.completedOn = completed;
  return person;
}

/** Hebrew and Arabic letters in the codes of their shapes (Unicode, Alphabetic Presentation Forms and Arabic ones). */
export const hasShapes = (text: string): boolean => /[\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/**
 * Rates the confidence in a name. It is high if the line that names the owner agrees with another place.
 *
 * @param owners the names in opening lines, often first names alone
 * @param facts.isSpoilt whether words of the file break without a hyphen, or letters are misnamed
 */
export function judgeName(
  name: string,
  { lines, heads, owners }: { lines: readonly Line[]; heads: readonly string[]; owners: readonly string[] },
  { isAlone, isSpoilt }: { isAlone: boolean; isSpoilt: boolean },
): NameEvidence {
  const statement = findStatements([...lines]).find((one) => one.name === name);
  const page = statement?.page ?? lines.find(({ text }) => text.includes(name))?.page ?? 1;
  const low = (doubt: string): NameEvidence => ({ page, confidence: 'low', doubt });
  if (runsRightToLeft(name)) return low('The name runs from right to left; its letters may be in another order.');
  if (hasUnreadable(name) || /\d/.test(name)) return low('The name has characters that cannot be read.');
  if (!isAlone) return low('The file names several people.');
  const medium = (doubt: string): NameEvidence => ({ page, confidence: 'medium', doubt });
  if (isSpoilt) return medium('Words of the file are broken or no words; the name may be, too.');
  if (/\p{Ll}\p{Lu}/u.test(name) && !/\b(?:Ma?c|De|Di|Du|La|Le|Van|Von)\p{Lu}/u.test(name))
    return medium('The name has a capital within a part of it.');
  if (!/\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)) return medium('The name is in capitals alone.');
  const isInHead = heads.some((text) => isSamePerson(readName(text) ?? '', name));
  const isConfirmed = isInHead || owners.some((owner) => hasMatchingName(owner, name));
  return { page, confidence: statement !== undefined && isConfirmed ? 'high' : 'medium' };
}

/** Whether the name in an opening line, often only the first name, is part of the profile's name. */
export function hasMatchingName(owner: string, name: string): boolean {
  return isSamePerson(owner, name) || name.toLowerCase().split(/[ -]/).includes(owner.toLowerCase());
}

const dates = /\b(\d{1,2}(st|nd|rd|th)?[ -]\p{L}{3,9}\.?,?[ -]\d{4}|\p{L}{3,9}\.? \d{1,2}(st|nd|rd|th)?,? \d{4})\b/gu;
const headWords =
  /(?<!\p{L})(insights|discovery|personal|profile|foundation|chapter|confidential|page|for|of|[®™•|·:–—_/]|[\d.,/-]*\d)(?!\p{L})/giu;
const noName =
  /^(©|\(c\) |copyright)|(?<!\p{L})(ltd|limited|inc|llc|gmbh|plc|date|code|colou?rs?|energ(y|ies)|dynamics|wheel|position|persona|preference)(?!\p{L})|^(blue|green|yellow|red)[ ,]+(blue|green|yellow|red)\b/iu;
const namePart =
  /^([\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*|d[aeiou]|del|della|van|von|den|der|zu|ten|ter|bin|binte?|al|el|la|le|y),?$/u;

/** Returns the name of a person in a running head; undefined if it does not look like one. A name has two to five parts. */
export function readName(text: string): string | undefined {
  if (text.length > 80 || noName.test(text) || matchHeading(text)) return undefined;
  const parts = text.replace(dates, ' ').replace(headWords, ' ').split(' ').filter(Boolean);
  const isName = parts.length >= 2 && parts.length <= 5 && parts.every((part) => namePart.test(part));
  return isName && /\p{L}{2}/u.test(text) ? parts.join(' ') : undefined;
}

type Statement = { name?: string; completedOn?: string; page: number };

/** Finds each statement that says whom the profile is about and when that person answered. */
export function findStatements(lines: Line[]): Statement[] {
  return lines.flatMap(({ text: start, page }, at) => {
    if (!/profile is based on /i.test(start.slice(0, maxStatementLength))) return [];
    const text = lines
      .slice(at, at + 5)
      .map((line) => line.text.slice(0, maxStatementLength))
      .reduce((before, next) => (/\p{L}-$/u.test(before) ? before + next : `${before} ${next}`));
    const name = /profile is based on (.{1,80}?)['’]s? responses to /i.exec(text)?.[1];
    const completedOn = parseDate(/ completed on (.{1,40})/i.exec(text)?.[1] ?? '');
    return [{ page, ...(name !== undefined && { name }), ...(completedOn !== undefined && { completedOn }) }];
  });
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses the date at the start of a text as `YYYY-MM-DD`; undefined if it is ambiguous, such as 03/04/2024. */
export function parseDate(text: string): string | undefined {
  const start = text.slice(0, 40).trim();
  const iso = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(start);
  if (iso) return formatDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const british = /^(?:\p{L}{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -](\p{L}{3,9})\.?,?[ -](\d{4})\b/u.exec(start);
  if (british) return formatDay(Number(british[3]), parseMonth(british[2]), Number(british[1]));
  const american = /^(?:\p{L}{6,9}, )?(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/u.exec(start);
  if (american) return formatDay(Number(american[3]), parseMonth(american[1]), Number(american[2]));
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/.exec(start);
  if (!numbers) return undefined;
  const [first, second, year] = numbers.slice(1).map(Number) as [number, number, number];
  if (start.charAt(numbers[1]?.length ?? 0) === '.' || first > 12 || first === second)
    return formatDay(year, second, first);
  return second > 12 ? formatDay(year, first, second) : undefined;
}

function parseMonth(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

const years = { first: 1990, last: 2099 }; // the profile is younger than the first, and this program older than the last

function formatDay(year: number, month: number, date: number): string | undefined {
  if (year < years.first || year > years.last) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day: date }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'dame', 'jr', 'sr', 'phd', 'mba']);

/**
 * Whether two names can be of one person. Case, accents (ü, u, ue), the order of the parts and titles do not matter; middle
 * names may be missing or shortened to initials. At least two full parts must match, unless both names have one part only.
 */
export function isSamePerson(nameInPdf: string, userName: string): boolean {
  const [fewer = [], more = []] = [splitName(nameInPdf), splitName(userName)].sort((a, b) => a.length - b.length);
  if (fewer.length === 0) return false;
  const unmatched = [...more];
  const take = (test: (part: string) => boolean): boolean => {
    const at = unmatched.findIndex(test);
    if (at >= 0) unmatched.splice(at, 1);
    return at >= 0;
  };
  const fullMatches = fewer.filter((part) => part.length > 1 && take((other) => other === part));
  const others = fewer.filter((part) => !fullMatches.includes(part));
  const othersMatch = others.every((part) => take((other) => isInitialOf(part, other) || isInitialOf(other, part)));
  return othersMatch && (fullMatches.length >= 2 || (more.length === 1 && fullMatches.length === 1));
}

function isInitialOf(part: string, other: string): boolean {
  return part.length === 1 && other.startsWith(part);
}

function splitName(name: string): string[] {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœþı]/gu, (letter) => letters[letter] ?? letter)
    .replace(/(?<=[aou])e/g, '')
    .replace(/['’ʼ`]/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '' && !titles.has(part));
}

// Whose profile it is: the name and date printed in it, and whether that name is the name of a given user.
import { Temporal } from 'temporal-polyfill';
import type { Line } from './layout.ts';

/** `completedOn`: `YYYY-MM-DD`. */
export type ProfilePerson = { name?: string; completedOn?: string };

const window = 300; // characters in which a statement about the person ends

/**
 * The person as the profile's own statement names them ("… is based on X's responses to …"), else as its running head
 * does; the date is that of "Date Completed", else of the statement.
 *
 * @param heads texts that stand at the top of many pages
 */
export function parsePerson(lines: Line[], heads: string[]): ProfilePerson {
  const person: ProfilePerson = {};
  const at = lines.findIndex(({ text }) => /profile is based on /i.test(text.slice(0, window)));
  const statement =
    at < 0
      ? ''
      : lines
          .slice(at, at + 5)
          .map(({ text }) => text.slice(0, window))
          .join(' ');
  const statedName = /profile is based on (.{1,80}?)['’]s? responses to /i.exec(statement)?.[1];
  const head = heads.find(
    (text) => text.length <= 80 && /^\p{Lu}[\p{L}\p{M}'’. -]+$/u.test(text) && text.includes(' '),
  );
  const name = statedName ?? head;
  if (name) person.name = name;
  const labelled = lines.findIndex(({ text }) => /^date completed\b/i.test(text));
  const beside = lines
    .slice(labelled, labelled + 2)
    .map(({ text }) => text.slice(0, window))
    .join(' ');
  const completed =
    (labelled < 0 ? undefined : parseDate(beside.replace(/^date completed ?:? ?/i, ''))) ??
    parseDate(/ completed on (.{1,40})/i.exec(statement)?.[1] ?? '');
  if (completed) person.completedOn = completed;
  return person;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date a text starts with, `YYYY-MM-DD`; a date that can be read in two ways (03/04/2024) is none. */
export function parseDate(text: string): string | undefined {
  const start = text.slice(0, 40).trim();
  const iso = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(start);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const british = /^(?:\p{L}{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -](\p{L}{3,9})\.?,?[ -](\d{4})\b/u.exec(start);
  if (british) return day(Number(british[3]), parseMonth(british[2]), Number(british[1]));
  const american = /^(?:\p{L}{6,9}, )?(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/u.exec(start);
  if (american) return day(Number(american[3]), parseMonth(american[1]), Number(american[2]));
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/.exec(start);
  if (!numbers) return undefined;
  const [first, second, year] = numbers.slice(1).map(Number) as [number, number, number];
  if (start.charAt(numbers[1]?.length ?? 0) === '.' || first > 12 || first === second) return day(year, second, first);
  return second > 12 ? day(year, first, second) : undefined;
}

function parseMonth(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function day(year: number, month: number, date: number): string | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day: date }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'dame', 'jr', 'sr', 'phd', 'mba']);

/**
 * Whether two names are one person's: whatever the case, the accents (ü, u, ue), the order of the names and the titles;
 * one may leave out middle names or shorten them to initials. At least two names, written out, must be the same, unless
 * both consist of one name only.
 */
export function samePerson(nameInPdf: string, nameOfUser: string): boolean {
  const [fewer = [], more = []] = [splitName(nameInPdf), splitName(nameOfUser)].sort((a, b) => a.length - b.length);
  if (fewer.length === 0) return false;
  const left = [...more];
  const take = (test: (part: string) => boolean): boolean => {
    const at = left.findIndex(test);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const whole = fewer.filter((part) => part.length > 1 && take((other) => other === part));
  const others = fewer.filter((part) => !whole.includes(part));
  const rest = others.every((part) => take((other) => shortens(part, other) || shortens(other, part)));
  return rest && (whole.length >= 2 || (more.length === 1 && whole.length === 1));
}

function shortens(part: string, other: string): boolean {
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

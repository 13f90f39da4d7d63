// Names of people, teams and departments: how they are stored, which are the same, and their order in lists.
import { createHash } from 'node:crypto';

/**
 * Characters that nobody sees. Joiners stay where they change the look: in emoji, and in scripts other than Latin, Greek
 * and Cyrillic.
 */
const invisible =
  /\u034f|\u17b4|\u17b5|[\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|(?<![[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]\p{Extended_Pictographic}][\p{M}\p{Emoji_Modifier}]*)[\u200c\u200d]/gv;

/** In characters, as schemas count them: an emoji is one. */
export const isLongerThan = (text: string, max: number): boolean => text.length > max && [...text].length > max;

/** A name as it is stored: composed (NFC), without invisible characters and repeated blanks. */
export function cleanName(text: string): string {
  const visible = text.replaceAll(invisible, '').normalize('NFC');
  return visible
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Z}+/gu, ' ')
    .trim();
}

/** In UTF-16 units. An entry of an index has at most 8 KB, and NFKC makes up to 18 of one: a longer key is its hash. */
const maxKeyLength = 2_000;

/**
 * The key of a team or a department: two names with the same key are the same. It is NFKC and without case, invisible
 * characters and repeated blanks. The second NFKC is needed because upper case decomposes some letters (ΐ).
 */
export function toNameKey(name: string): string {
  const visible = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = visible.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  const key = folded.replaceAll(/\s+/g, ' ').trim();
  return key.length > maxKeyLength ? createHash('sha256').update(key).digest('hex') : key;
}

export function isSameName(one: string | null | undefined, other: string | null | undefined): boolean {
  return toNameKey(one ?? '') === toNameKey(other ?? '');
}

/** Letters that Unicode does not decompose. */
const replacements: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  '’': "'",
};

/** Lower case without accents. */
export function foldAccents(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return bare.replaceAll(/[^\0-\x7f]/g, (letter) => replacements[letter] ?? letter);
}

/** What lists are ordered by: the name without case and accents, as in a dictionary, and then the name itself. */
export function toSortName(name: string): string {
  return `${foldAccents(name)}\0${name}`;
}

type TeamNames = Record<'name' | 'key' | 'sortName' | 'departmentKey', string | null>;

/** The properties of a team that follow from its name and department; null is none. */
export function nameTeam(
  name: string,
  department: string | null,
): TeamNames & Record<'name' | 'key' | 'sortName', string>;
export function nameTeam(name: string | null, department: string | null): TeamNames;
export function nameTeam(name: string | null, department: string | null): TeamNames {
  const map = (text: string | null, change: (text: string) => string) => (text === null ? null : change(text));
  return {
    name: map(name, cleanName),
    key: map(name, toNameKey),
    sortName: map(name, (text) => toSortName(cleanName(text))),
    departmentKey: map(department, toNameKey),
  };
}

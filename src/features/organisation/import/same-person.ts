// Whether a row is about the person whom its keys name. No IO.
import { foldAccents } from '../../../platform/lib/names.ts';
import { keyColumns, type ExistingPerson } from './columns.ts';
import type { PersonRow } from './read-rows.ts';

/**
 * Asks whether the row is about the person who was found by its keys; null if there is no doubt. After a merger, two people have
 * one number: a key is no proof while nothing else that the row says agrees. So the name or the address must be the same if the
 * row has one of them. The columns `samePerson` and `returns` answer the question.
 */
export function askSamePerson(given: PersonRow, existing: ExistingPerson): string | null {
  if (given.samePerson || given.returns) return null;
  const name = given.name === undefined ? null : isLikeName(given.name, existing.name);
  const address = given.email === undefined ? null : [existing.email, existing.userName].includes(given.email);
  if (name === true || address === true || (name === null && address === null)) return null;
  const keys = (['id', ...keyColumns] as const).filter((key) => given[key] && given[key] === existing[key]);
  const found = keys.map((key) => `${key} ${JSON.stringify(given[key])}`).join(' and ');
  const would = [given.name, given.email && `<${given.email}>`].filter(Boolean).join(' ');
  return (
    `is this the same person? Was ${existing.name} <${existing.email}>, would be ${would}, by ${found} alone.` +
    ` If so, write yes into the column samePerson; if not, correct ${keys.join(' and ')}`
  );
}

/**
 * Whether two names can be of one person: the same words, without regard to case, accents, order and punctuation. One may lack
 * words of the other if it has two at least, such as a middle name.
 */
export function isLikeName(one: string, other: string): boolean {
  const [few = [], many = []] = [toWords(one), toWords(other)].toSorted((a, b) => a.length - b.length);
  return few.every((word) => many.includes(word)) && (few.length > 1 || few.length === many.length);
}

const toWords = (name: string): string[] => [...new Set(foldAccents(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [name])];

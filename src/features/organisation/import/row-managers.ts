// Finds the managers whom a file names, by key or by name. No IO.
import { toNameKey } from '../../../platform/lib/names.ts';
import { keyColumns } from './columns.ts';
import type { Named } from '../people/find-manager.ts';
import type { Fault } from './read-table.ts';
import { splitBrackets } from './presence.ts';
import { isLikeName } from './same-person.ts';
import { describeSpoilt, indexSpoilt, isScientific } from './spoilt-keys.ts';

/** A person after the import, with their row. */
type Searched = Named & {
  name: string;
  existing: { pendingManager?: string } | null;
  person: { row: number; managerEmail: string } | null;
};

/** The person whom a reference names, if anybody; `fault` says why nobody can be meant, `byName` that their name was all there was. */
type Found<Person> = { person: Person | null; byName: boolean; fault: string | null };

/**
 * Creates a search for a person by a reference. If a text of several words is no key, it must be the name of exactly one active
 * person, as "First Last" or "Last, First", or a name with a key of the same person in brackets; otherwise it is a fault. Any other text that names nobody may be a key of somebody
 * who is still to come.
 *
 * @param find finds somebody by a key
 */
export function createReferenceSearch<Person extends Named & { name: string }>(
  people: readonly Person[],
  find: (reference: string) => Person | null,
): (reference: string) => Found<Person> {
  const findByName = indexNames(people);
  /** `Ben Sato (20002)` is a name and a key of the same person. */
  const findByBoth = (reference: string): Person | null => {
    const parts = splitBrackets(reference);
    const person = parts && find(parts.inside);
    return person && isLikeName(parts.before, person.name) ? person : null;
  };
  const spoilt = indexSpoilt(people.flatMap((person) => keyColumns.flatMap((column) => person[column] ?? [])));
  return (reference) => {
    const person = find(reference) ?? findByBoth(reference);
    if (person) return { person, byName: false, fault: null };
    const refuse = (fault: string): Found<Person> => ({ person: null, byName: false, fault });
    const key = spoilt.get(reference);
    if (key !== undefined || isScientific(reference)) return refuse(describeSpoilt(reference, key));
    if (!/\S\s+\S/.test(reference) || reference.includes('@')) return { person: null, byName: false, fault: null };
    const parts = splitBrackets(reference);
    const byWhole = findByName(reference);
    const named = byWhole.length > 0 || !parts ? byWhole : findByName(parts.before);
    if (named.length === 1 && named[0]) return { person: named[0], byName: true, fault: null };
    const who = named.length === 0 ? 'is nobody’s name' : `is the name of ${named.length} people`;
    return refuse(`${JSON.stringify(reference)} ${who}: name them by address, number or id`);
  };
}

/**
 * Creates a search for the managers of rows among the people after the import, by the rules of `createReferenceSearch`. If a
 * reference names nobody, the person waits until there is somebody with that key.
 *
 * @param find finds somebody by a key
 * @param plan gets the faults
 * @returns `find` finds the manager of a row; `byName` counts the managers who were found by a name alone
 */
export function createManagerSearch<Result extends Searched>(
  results: readonly Result[],
  find: (reference: string) => Result | null,
  plan: { faults: Fault[] },
): { find: (result: Result) => Result | null; byName: number } {
  const findReference = createReferenceSearch(results, find);
  const search = {
    byName: 0,
    find({ person, existing }: Result): Result | null {
      const reference = person?.managerEmail ?? '';
      if (reference === '') return null;
      if (reference === existing?.pendingManager) return find(reference);
      const { person: manager, byName, fault } = findReference(reference);
      if (fault !== null) plan.faults.push({ row: person?.row ?? null, message: `manager ${fault}` });
      if (byName) search.byName += 1;
      return manager;
    },
  };
  return search;
}

function indexNames<Person extends Named & { name: string }>(people: readonly Person[]): (name: string) => Person[] {
  const byName = Map.groupBy(
    people.filter(({ active }) => active),
    ({ name }) => toNameKey(name),
  );
  return (name) => byName.get(toNameKey(name)) ?? byName.get(toNameKey(name.replace(/^([^,]+),(.+)$/, '$2 $1'))) ?? [];
}

// Finds the managers whom the rows of a file name. No IO.
import { toNameKey } from '../../../platform/lib/names.ts';
import { keyColumns } from './columns.ts';
import type { Named } from '../people/find-manager.ts';
import type { Fault } from './read-table.ts';
import { describeSpoilt, indexSpoilt, isScientific } from './spoilt-keys.ts';

/** A person after the import, with their row. */
type Searched = Named & {
  name: string;
  existing: { pendingManager?: string } | null;
  person: { row: number; managerEmail: string } | null;
};

/**
 * Creates a search among the people after the import. If a text of several words is no key, it must be the name of exactly one
 * active person, as "First Last" or "Last, First"; otherwise it is a fault. For any other text that names nobody, the person
 * waits until there is somebody with that key.
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
  const findByName = indexNames(results);
  const spoilt = indexSpoilt(results.flatMap((result) => keyColumns.flatMap((column) => result[column] ?? [])));
  const search = {
    byName: 0,
    find({ person, existing }: Result): Result | null {
      const reference = person?.managerEmail ?? '';
      const manager = reference === '' ? null : find(reference);
      if (reference === '' || manager || reference === existing?.pendingManager) return manager;
      const key = spoilt.get(reference);
      const shown = JSON.stringify(reference);
      if (key !== undefined || isScientific(reference)) fault(describeSpoilt(reference, key));
      else if (/\S\s+\S/.test(reference) && !reference.includes('@')) {
        const named = findByName(reference);
        if (named.length === 1 && named[0]) {
          search.byName += 1;
          return named[0];
        }
        const who = named.length === 0 ? 'is nobody’s name' : `is the name of ${named.length} people`;
        fault(`${shown} ${who}: name them by address, number or id`);
      }
      return null;

      function fault(message: string): void {
        plan.faults.push({ row: person?.row ?? null, message: `manager ${message}` });
      }
    },
  };
  return search;
}

function indexNames<Result extends Searched>(results: readonly Result[]): (name: string) => Result[] {
  const byName = Map.groupBy(
    results.filter(({ active }) => active),
    ({ name }) => toNameKey(name),
  );
  return (name) => byName.get(toNameKey(name)) ?? byName.get(toNameKey(name.replace(/^([^,]+),(.+)$/, '$2 $1'))) ?? [];
}

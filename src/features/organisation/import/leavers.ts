// Who leaves because the file is the whole company and does not have them: why that is refused. No IO.
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { ExistingPerson } from './columns.ts';
import type { Fault } from './read-table.ts';

/** Percent of the active people who may leave by a file of the whole company, unless its reader says another number. */
export const usualLeavers = 5;

/** So many reports of a leaver are counted. */
const mostReports = 20;

/** A person after the import; `managers` are ids, or addresses of new people. */
type After = { active: boolean; email: string; managers: readonly string[] };

/** Why not everybody who is not in the file may leave: too many are not, or somebody reports to them. */
export function findLeaverFaults(
  leaving: readonly ExistingPerson[],
  people: readonly ExistingPerson[],
  results: readonly After[],
  atMost: number,
): Fault[] {
  const leavers = new Map(leaving.map((person) => [person.id, person]));
  const reports = new Map<string, string[]>();
  for (const { active, email, managers } of results) {
    for (const key of active ? managers : []) {
      if (leavers.has(key)) reports.set(key, [...(reports.get(key) ?? []).slice(0, mostReports), email]);
    }
  }
  const active = people.filter((person) => person.active).length;
  const share = Math.ceil((1_000 * leaving.length) / active) / 10;
  const faults: Fault[] = [...reports].map(([key, [first = '', ...others]]) => {
    const more =
      others.length === 0
        ? ''
        : others.length < mostReports
          ? ` and ${pluralize(others.length, 'other')}`
          : ' and others';
    return {
      row: null,
      message: `${leavers.get(key)?.email} is not in the file and would leave, but ${first}${more} would still report to them`,
    };
  });
  if (100 * leaving.length <= atMost * active) return faults;
  const some = leaving.slice(0, 3).map(({ email }) => email);
  const message =
    `${leaving.length.toLocaleString('en')} of ${pluralize(active, 'active person', 'active people')} (${share} %) are not in the file ` +
    `and would leave, such as ${some.join(', ')}; at most ${atMost} % may. Is this the whole company?`;
  return [{ row: null, message }, ...faults];
}

// Imports absences of people from a file, all of it or nothing.
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import type { GraphClient } from '../../../platform/graph/client.ts';
import { maxAbsences, type Absence } from '../../absences/schema.ts';
import { addDays } from '../../../platform/time/weeks.ts';
import { planAbsences, readAbsences, writeAbsences, type AbsenceFacts } from '../../absences/write-absences.ts';
import { operator, toScope, type Actor } from '../people/actor.ts';
import { readCalendar } from './calendar/read-calendar.ts';
import type { NamedPerson } from './calendar/find-person.ts';
import { isCalendar, readCalendarFile } from './calendar/read-lines.ts';
import { readAbsenceRows, type AbsenceReading } from './read-absences.ts';
import { sortByRow, type Fault } from './read-table.ts';

/** `changed` are the addresses of people. With faults, nothing is changed. `notes`: how the file was read. */
export type AbsenceImport = { changed: string[]; unchanged: number; faults: Fault[]; notes: string[] };

/**
 * Imports absences from a CSV file, or from a calendar (.ics), whose events name people. People in the file have the absences of
 * the file from its first day on, and keep their earlier absences. A row without days says that there are none. Faults are
 * returned, not thrown.
 *
 * @throws {ApiError} FORBIDDEN, DATABASE_UNAVAILABLE
 * @throws {Error} if absences were changed in the meantime
 */
export async function importAbsences(
  graph: GraphClient,
  tenantId: string,
  file: Buffer,
  { now, dryRun = false, by = operator, ...reading }: AbsenceReading & { now: string; dryRun?: boolean; by?: Actor },
): Promise<AbsenceImport> {
  const calendar = isCalendar(file) ? readCalendarFile(file) : null;
  const scope = toScope(tenantId, by);
  const { rows, faults, notes } = calendar
    ? readCalendar(calendar, { ...(await listNames(graph, scope)), now })
    : readAbsenceRows(file, now, reading);
  const ids = createRepeatableIds();
  return graph.transaction(scope, async (tx) => {
    if (!dryRun) await by.permit(tx);
    const newId = ids();
    const emails = [...new Set(rows.map(({ email }) => email))];
    const people = await tx.rows<AbsenceFacts>('absences/list', { emails });
    const known = new Set(people.map(({ email }) => email));
    const unknown = rows.filter(({ email }) => !known.has(email));
    const all = [
      ...faults,
      ...unknown.map(({ row }) => ({ row, message: 'nobody of the tenant has this e-mail address' })),
    ];
    if (all.length > 0) return { changed: [], unchanged: 0, faults: sortByRow(all), notes };
    const start = rows.flatMap(({ absence }) => absence?.from ?? []).sort()[0] ?? now.slice(0, 'YYYY-MM-DD'.length);
    const given = Map.groupBy(rows, ({ email }) => email);
    const combine = (person: AbsenceFacts): Absence[] => {
      const before = readAbsences(person).filter(({ from }) => from < start);
      const kept = before.map(({ from, to }) => ({ from, to: to < start ? to : addDays(start, -1) }));
      const added = given.get(person.email)?.flatMap(({ absence }) => absence ?? []) ?? [];
      return [...kept, ...added];
    };
    const derived = await planAbsences(people, combine, { now, newId });
    const planned = people.flatMap((person, place) => {
      const row = derived[place];
      return row ? { person, row } : [];
    });
    const tooMany = planned.filter(({ row }) => row.absences.length > maxAbsences);
    if (tooMany.length > 0) {
      const found = tooMany.map(({ person }) => ({
        row: null,
        message: `${person.email} has more than ${maxAbsences} absences${calendar ? '; days off in each week belong into workingDays' : ''}`,
      }));
      return { changed: [], unchanged: 0, faults: found, notes };
    }
    const changed = planned.filter(({ row }) => row.absences.join() !== row.before.join());
    if (!dryRun) {
      const written = await writeAbsences(
        tx,
        changed.map(({ row }) => row),
        now,
      );
      if (written < changed.length) throw new Error('Absences were changed in the meantime; import the file again.');
    }
    return {
      changed: changed.map(({ person }) => person.email),
      unchanged: people.length - changed.length,
      faults: [],
      notes,
    };
  });
}

/** Whom a calendar may name, and the time zone of the tenant. */
async function listNames(
  graph: GraphClient,
  scope: ReturnType<typeof toScope>,
): Promise<{ people: NamedPerson[]; timezone: string }> {
  const people = await graph.transaction(scope, (tx) =>
    tx.rows<NamedPerson & { timezone: string }>('organisation/list_names', {}),
  );
  return { people, timezone: people[0]?.timezone ?? 'UTC' };
}

// Imports absences of people from a file, all of it or nothing.
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import type { GraphClient } from '../../../platform/graph/client.ts';
import { maxAbsences, type Absence } from '../../absences/schema.ts';
import { findAbsenceFaults } from '../../absences/rules.ts';
import { addDays } from '../../../platform/time/weeks.ts';
import { readAbsences, toAbsenceRow, writeAbsences, type AbsenceFacts } from '../../absences/write-absences.ts';
import { operator, toScope, type Actor } from '../people/actor.ts';
import { normalizeEmail } from './columns.ts';
import { readTable, sortByRow, type Fault } from './read-table.ts';
import { isCalendarDate } from './row-faults.ts';

type Rows = { row: number; email: string; absence: Absence | null }[];
/** `changed` are the addresses of people. With faults, nothing is changed. */
export type AbsenceImport = { changed: string[]; unchanged: number; faults: Fault[] };

const maxRows = 100_000;

/**
 * Imports absences. People in the file have the absences of the file from its first day on, and keep their earlier absences. A
 * row without days says that there are none. Faults are returned, not thrown.
 *
 * @throws {ApiError} FORBIDDEN, DATABASE_UNAVAILABLE
 * @throws {Error} if absences were changed in the meantime
 */
export async function importAbsences(
  graph: GraphClient,
  tenantId: string,
  csv: Buffer,
  { now, dryRun = false, by = operator }: { now: string; dryRun?: boolean; by?: Actor },
): Promise<AbsenceImport> {
  const { rows, faults } = readRows(csv, now);
  const ids = createRepeatableIds();
  return graph.transaction(toScope(tenantId, by), async (tx) => {
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
    if (all.length > 0) return { changed: [], unchanged: 0, faults: sortByRow(all) };
    const start = rows.flatMap(({ absence }) => absence?.from ?? []).sort()[0] ?? now.slice(0, 'YYYY-MM-DD'.length);
    const given = Map.groupBy(rows, ({ email }) => email);
    const planned = people.map((person) => {
      const before = readAbsences(person).filter(({ from }) => from < start);
      const kept = before.map(({ from, to }) => ({ from, to: to < start ? to : addDays(start, -1) }));
      const added = given.get(person.email)?.flatMap(({ absence }) => absence ?? []) ?? [];
      return { person, row: toAbsenceRow(person, [...kept, ...added], { now, auditId: newId() }) };
    });
    const tooMany = planned.filter(({ row }) => row.absences.length > maxAbsences);
    if (tooMany.length > 0) {
      const found = tooMany.map(({ person }) => ({
        row: null,
        message: `${person.email} has more than ${maxAbsences} absences`,
      }));
      return { changed: [], unchanged: 0, faults: found };
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
    };
  });
}

function readRows(csv: Buffer, now: string): { rows: Rows; faults: Fault[] } {
  const { rows, faults } = readTable(csv, { required: ['email', 'from', 'to'] as const });
  if (rows.length > maxRows) faults.push({ row: null, message: `there are more than ${maxRows} rows` });
  const read = rows.slice(0, maxRows).map(({ row, cell }) => {
    const from = cell('from');
    const to = cell('to');
    if (from === '' && to === '') return { row, email: normalizeEmail(cell('email')), absence: null };
    if (!isCalendarDate(from) || !isCalendarDate(to))
      faults.push({ row, message: 'from and to are dates such as 2026-12-21, or both empty' });
    return { row, email: normalizeEmail(cell('email')), absence: { from, to } };
  });
  for (const { row, absence } of faults.length > 0 ? [] : read) {
    for (const { message } of absence ? findAbsenceFaults([absence], now) : []) faults.push({ row, message });
  }
  return { rows: read, faults };
}

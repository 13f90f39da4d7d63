// Writes absences of people, and derives the weeks that absences and public holidays excuse.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Absence } from './schema.ts';
import { formatAbsence, joinAbsences, listExcusedWeeks, parseAbsence } from './rules.ts';
import { getCalendar, type CalendarFacts } from '../../platform/settings/calendars.ts';

/** What the graph knows of a person. */
export type AbsenceFacts = CalendarFacts & { id: string; email: string; absences?: string[]; weeks?: string[] };
type Row = { userId: string; before: string[]; absences: string[]; weeks: string[]; auditId: string | null };

const batchSize = 1_000;

/** @param now ISO 8601 */
const toDay = (now: string): string => now.slice(0, 'YYYY-MM-DD'.length);

/** The row that gives a person these absences, or, with `auditId` null, the weeks that follow from those they have. */
export function toAbsenceRow(
  { id, absences: before = [], weeks = [], ...facts }: AbsenceFacts,
  absences: readonly Absence[],
  { now, auditId }: { now: string; auditId: string | null },
): Row {
  const joined = joinAbsences(absences, toDay(now));
  return {
    userId: id,
    before,
    auditId,
    absences: auditId === null ? before : joined.map(formatAbsence),
    weeks: listExcusedWeeks({ absences: joined, before: weeks }, getCalendar(facts), toDay(now)),
  };
}

export const readAbsences = ({ absences = [] }: AbsenceFacts): Absence[] => absences.map(parseAbsence);

/** @returns how many people were written: fewer if absences have changed since their facts were read */
export async function writeAbsences(tx: Transaction, rows: readonly Row[], now: string): Promise<number> {
  let written = 0;
  for (const batch of splitIntoBatches(rows, batchSize)) {
    const [row] = await tx.rows<{ written: number }>('absences/write', { rows: batch, now });
    written += row?.written ?? 0;
  }
  return written;
}

/** Derives the excused weeks of people again, and writes those that differ. */
export async function settleWeeks(tx: Transaction, people: readonly AbsenceFacts[], now: string): Promise<void> {
  const derived = new Map<string, Row>();
  const rows = people.map((person) => {
    const key = JSON.stringify([person.region, person.workingDays, person.absences, person.weeks]);
    const row = derived.get(key) ?? toAbsenceRow(person, readAbsences(person), { now, auditId: null });
    derived.set(key, row);
    return { ...row, userId: person.id, isSame: row.weeks.join() === (person.weeks ?? []).join() };
  });
  const changed = rows.filter(({ isSame }) => !isSame);
  if (changed.length > 0) await writeAbsences(tx, changed, now);
}

/** As `settleWeeks`, for everyone of the tenant: after a change of regions, and as time passes. */
export async function settleAllWeeks(tx: Transaction, now: string): Promise<void> {
  await settleWeeks(tx, await tx.rows<AbsenceFacts>('absences/list', { emails: null }), now);
}

// Writes absences of people, and derives the weeks that absences and public holidays excuse.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Absence } from './schema.ts';
import { formatAbsence, joinAbsences, listExcusedWeeks, parseAbsence } from './rules.ts';
import { openCalendars } from './open-calendars.ts';
import { getCalendar, type CalendarFacts } from '../../platform/settings/calendars.ts';

/** What the graph knows of a person. */
export type AbsenceFacts = CalendarFacts & { id: string; email: string; absences?: string[]; weeks?: string[] };
type Derived = { userId: string; absences: string[]; weeks: string[] };
type Row = Derived & { before: string[]; auditId: string };

/** People whose weeks, or whose absences and weeks, are one statement: to encode more would hold the event loop. */
const batchSize = 50;
/** Somebody who is away for years takes a millisecond. */
const peoplePerTurn = 4;

/** The day on which something is derived. @param now ISO 8601 */
export const toDay = (now: string): string => now.slice(0, 'YYYY-MM-DD'.length);
export const readAbsences = ({ absences = [] }: AbsenceFacts): Absence[] => absences.map(parseAbsence);

/**
 * Joins the absences of people, and derives the weeks that follow. Other work gets its turn between some of them.
 *
 * @param getAbsences those that a person has, or is to have
 * @param now ISO 8601
 * @returns a row for each person, in their order
 */
async function deriveWeeks(
  people: readonly AbsenceFacts[],
  getAbsences: (person: AbsenceFacts) => readonly Absence[],
  now: string,
): Promise<Derived[]> {
  await openCalendars(people, toDay(now));
  const derived: Derived[] = [];
  for (const turn of splitIntoBatches(people, peoplePerTurn)) {
    if (derived.length > 0) await nextTurn();
    derived.push(...turn.map((person) => derive(person, getAbsences(person), toDay(now))));
  }
  return derived;
}

function derive({ id, weeks = [], ...facts }: AbsenceFacts, absences: readonly Absence[], today: string): Derived {
  const joined = joinAbsences(absences, today);
  return {
    userId: id,
    absences: joined.map(formatAbsence),
    weeks: listExcusedWeeks({ absences: joined, before: weeks }, getCalendar(facts), today),
  };
}

/** The rows that give people these absences. @param getAbsences those that a person is to have */
export async function planAbsences(
  people: readonly AbsenceFacts[],
  getAbsences: (person: AbsenceFacts) => readonly Absence[],
  { now, newId }: { now: string; newId: () => string },
): Promise<Row[]> {
  const derived = await deriveWeeks(people, getAbsences, now);
  return derived.map((one, place) => ({ ...one, before: people[place]?.absences ?? [], auditId: newId() }));
}

/** @returns how many people were written: fewer if absences have changed since their facts were read */
export async function writeAbsences(tx: Transaction, rows: readonly Row[], now: string): Promise<number> {
  let written = 0;
  for (const batch of splitIntoBatches(rows, batchSize)) {
    const [row] = await tx.rows<{ written: number }>('absences/write', { rows: batch, now });
    written += row?.written ?? 0;
  }
  return written;
}

/** Derives the excused weeks of people again, whose locks the transaction holds, and writes those that differ. */
export async function settleWeeks(tx: Transaction, people: readonly AbsenceFacts[], now: string): Promise<void> {
  const derived = await deriveWeeks(people, readAbsences, now);
  const changed = derived.filter(({ weeks }, place) => weeks.join() !== (people[place]?.weeks ?? []).join());
  for (const batch of splitIntoBatches(changed, batchSize)) {
    const rows = batch.map(({ userId, weeks }) => ({ userId, weeks }));
    await tx.rows('absences/set_weeks', { rows });
  }
}

// Absences of a person as days, and the weeks that they and public holidays excuse.
import type { Absence } from './schema.ts';
import { addDays, addWeeks, toMonday } from '../../platform/time/weeks.ts';
import { findWorkingDay, weekdays, type Calendar } from '../../platform/time/working-days.ts';

const pastWeeks = 52;
const futureWeeks = 104;

/** How far absences and excused weeks reach around a day: a year back, two years ahead. */
export function getReach(today: string): { from: string; to: string } {
  const monday = toMonday(today);
  return { from: addWeeks(monday, -pastWeeks), to: addDays(addWeeks(monday, futureWeeks), 6) };
}

/** What is wrong with absences, each as a sentence without its full stop. */
export function findAbsenceFaults(absences: readonly Absence[], now: string): { index: number; message: string }[] {
  const { to: last } = getReach(now.slice(0, 'YYYY-MM-DD'.length));
  return absences.flatMap(({ from, to }, index) => {
    if (to < from) return [{ index, message: 'to must not be before from' }];
    return to > last ? [{ index, message: 'to must be at most two years ahead' }] : [];
  });
}

/** Sorts absences, joins those that overlap or follow each other, and forgets days before the reach. */
export function joinAbsences(absences: readonly Absence[], today: string): Absence[] {
  const { from: first } = getReach(today);
  const joined: Absence[] = [];
  for (const { from, to } of absences.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (to < first) continue;
    if (last && from <= addDays(last.to, 1)) last.to = to > last.to ? to : last.to;
    else joined.push({ from: from < first ? first : from, to });
  }
  return joined;
}

/**
 * How many days before Monday somebody's week of work begins: with the Saturday or Sunday from which on they work every day until that
 * Monday. It begins on Monday for everybody who does not work on Sunday or on Monday, and for those who work every day.
 */
export function countDaysBefore({ workingDays }: Pick<Calendar, 'workingDays'>): 0 | 1 | 2 {
  const works = new Set(workingDays.split(' '));
  if (works.size === weekdays.length || !works.has('Monday') || !works.has('Sunday')) return 0;
  return works.has('Saturday') ? 2 : 1;
}

/**
 * The rule: a week is excused if it has no working day (see working-days.ts). Weeks before the reach stay as they are.
 *
 * @param absences as `joinAbsences` returns them
 * @param before the weeks that were excused so far
 * @returns Mondays
 */
export function listExcusedWeeks(
  { absences, before }: { absences: readonly Absence[]; before: readonly string[] },
  calendar: Calendar,
  today: string,
): string[] {
  const { from } = getReach(today);
  const excused = before.filter((week) => week < from);
  const early = countDaysBefore(calendar);
  let next = 0; // absences that have ended before a week are not looked at again
  for (let week = 0; week <= pastWeeks + futureWeeks; week += 1) {
    const days = { from: addDays(from, 7 * week - early), to: addDays(from, 7 * week + 6 - early) };
    while (isOver(absences[next], days.from)) next += 1;
    const ofWeek = takeWhile(absences, next, (absence) => absence.from <= days.to);
    if (findWorkingDay(days, calendar, ofWeek) === null) excused.push(addWeeks(from, week));
  }
  return excused;
}

const isOver = (absence: Absence | undefined, day: string): boolean => absence !== undefined && absence.to < day;

function takeWhile<T>(items: readonly T[], start: number, isTaken: (item: T) => boolean): T[] {
  let end = start;
  while (end < items.length && isTaken(items[end] as T)) end += 1;
  return items.slice(start, end);
}

/** Absences are stored as text. */
export const formatAbsence = ({ from, to }: Absence): string => `${from}/${to}`;
export function parseAbsence(text: string): Absence {
  const [from = '', to = ''] = text.split('/');
  return { from, to };
}

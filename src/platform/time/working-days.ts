// The working days of a person: the days of the week on which they work, without public holidays and absences. Reminders and
// digests are sent on a working day, and a week without any working day is excused. The query of a weekly run
// (cypher/schedules/open_run.cypher) checks absences itself, and gets the rest of the rule as lists of days.
import { addDays } from './weeks.ts';

/** From the first day to the last one. */
export type DaySpan = { from: string; to: string };

/** In the order of an ISO week. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The working days where neither the person nor their region nor the tenant has set any. */
export const usualWorkingDays = 'Monday Tuesday Wednesday Thursday Friday';

/** What falls on a free day waits for the next working day, at most this many days; then the next weekly run follows. */
export const mostDaysToWait = 6;

/**
 * Parses days of the week such as `Sunday Monday Tuesday`: one or more, each once.
 *
 * @returns them in the order of an ISO week; null if the text is not valid
 */
export function parseWorkingDays(text: string): string | null {
  const words = text.trim().split(/ +/);
  const known = weekdays.filter((weekday) => words.includes(weekday));
  return known.length > 0 && known.length === words.length ? known.join(' ') : null;
}

/** The days on which people of a region with the same days of the week work, unless they are absent. */
export type Calendar = {
  /** As `parseWorkingDays` returns them. */
  workingDays: string;
  /** @param day `YYYY-MM-DD` */
  isHoliday: (day: string) => boolean;
};

/**
 * The rule: a day is a working day if it is one of the days of the week on which the person works, no public holiday, and in
 * no absence.
 *
 * @param day `YYYY-MM-DD`
 */
export function isWorkingDay(day: string, calendar: Calendar, absences: readonly DaySpan[] = []): boolean {
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? '';
  return (
    calendar.workingDays.split(' ').includes(weekday) &&
    !calendar.isHoliday(day) &&
    !absences.some(({ from, to }) => from <= day && day <= to)
  );
}

/** The working days from one day to another, both included, each when it is asked for. */
function* findWorkingDays(
  { from, to }: DaySpan,
  calendar: Calendar,
  absences: readonly DaySpan[] = [],
): Generator<string, void, void> {
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(day, calendar, absences)) yield day;
}

/** The working days from one day to another, both included. */
export const listWorkingDays = (...of: Parameters<typeof findWorkingDays>): string[] => [...findWorkingDays(...of)];

/** The next working day of a person: the first from one day to another, both included; null if there is none. */
export const findWorkingDay = (...of: Parameters<typeof findWorkingDays>): string | null =>
  findWorkingDays(...of).next().value ?? null;

// ISO weeks, months, and dates as people read them. A week starts on Monday and is identified by the date of that Monday,
// `YYYY-MM-DD`.
import { LRUCache } from 'lru-cache';

const msPerMinute = 60_000;
const msPerDay = 24 * 60 * msPerMinute;
/** Calendar arithmetic with time zones takes longer than all else that a request computes, so its results are kept. */
const recentMondays = new LRUCache<string, string>({ max: 1_000 });

/**
 * Returns the Monday of the week of a date.
 *
 * @param date `YYYY-MM-DD`
 * @throws {RangeError} if the date does not exist
 */
export function toMonday(date: string): string {
  const day = Temporal.PlainDate.from(date, { overflow: 'reject' });
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

/**
 * Returns the calendar date of an instant in a time zone.
 *
 * @param now ISO 8601, in UTC or with an offset
 * @param timezone a name such as `Pacific/Auckland`, or an offset such as `+14:00`
 */
export function toLocalDate(now: string, timezone: string): string {
  return Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** Newer than the database of Neo4j's Java, whose queries would fail. */
const newZones = ['America/Coyhaique'];

/** Returns the spelling of the time-zone database. Names without a region (EST, ROC), unknown to Neo4j, are refused. */
export function parseTimezone(text: string): string | null {
  if (!/^([a-z_]+\/|utc$)/i.test(text)) return null;
  try {
    const name = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
    return newZones.includes(name) ? null : name;
  } catch {
    return null;
  }
}

/** The Monday of the current week. Parameters as in `toLocalDate`. */
export function getCurrentMonday(now: string, timezone: string): string {
  const key = `${timezone} ${Math.floor(Date.parse(now) / msPerMinute)}`; // local dates change at full minutes
  let monday = recentMondays.get(key);
  if (monday) return monday;
  monday = toMonday(toLocalDate(now, timezone));
  recentMondays.set(key, monday);
  return monday;
}

/** @param weeks may be negative */
export function addWeeks(monday: string, weeks: number): string {
  return addDays(monday, 7 * weeks);
}

/** @param days may be negative */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Weeks that a summary or a draft may be of, counted from the current one: five years back, one ahead. */
export const weeksInReach = { back: 261, ahead: 1 };

/** Returns the first and the last Monday that are in reach, seen from a current week. */
export const getReach = (monday: string): { from: string; to: string } => ({
  from: addWeeks(monday, -weeksInReach.back),
  to: addWeeks(monday, weeksInReach.ahead),
});

/** Returns the first and the last Monday of the weeks that are previous, this or next week in any time zone. */
export function getWeekRange(now: string): { from: string; to: string } {
  return { from: addWeeks(getCurrentMonday(now, '-12:00'), -1), to: addWeeks(getCurrentMonday(now, '+14:00'), 1) };
}

/** Returns the Mondays of the first and the last week of a filter; null where it has no limit. */
export function toWeekRange({ weekFrom, weekTo }: { weekFrom?: string; weekTo?: string }): {
  weekFrom: string | null;
  weekTo: string | null;
} {
  return { weekFrom: weekFrom ? toMonday(weekFrom) : null, weekTo: weekTo ? toMonday(weekTo) : null };
}

/** @param month `YYYY-MM`. @param count may be negative */
export function addMonths(month: string, count: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months: count }).toString();
}

/** The last day of a month, and its last millisecond in a time zone as an instant in UTC. */
export function endOfMonth(month: string, timezone: string): { date: string; at: string } {
  const { year, month: number, daysInMonth: day } = Temporal.PlainYearMonth.from(month);
  const date = Temporal.PlainDate.from({ year, month: number, day });
  const next = date.add({ days: 1 }).toZonedDateTime(timezone);
  return { date: date.toString(), at: new Date(next.epochMilliseconds - 1).toISOString() };
}

/** `formatDay` of a date (`YYYY-MM-DD`): "1 December 2026"; `formatMonth` of a period (`YYYY-MM`): "November 2026". */
export function createDateFormats(
  locale: 'en-GB' | 'de-DE',
): Record<'formatDay' | 'formatMonth', (date: string) => string> {
  const longDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    formatDay: (date) => longDate.format(new Date(`${date}T00:00:00Z`)),
    formatMonth: (period) => longMonth.format(new Date(`${period}-01T00:00:00Z`)),
  };
}

export const { formatDay, formatMonth } = createDateFormats('en-GB');

/** "week of 16 November 2026" for any date (`YYYY-MM-DD`) of that week. */
export const formatWeek = (date: string): string => `week of ${formatDay(toMonday(date))}`;

/** An instant as people of a time zone read it: "2026-11-20 11:00 Europe/Berlin". */
export function formatMinute(instant: string, timezone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} ${timezone}`;
}

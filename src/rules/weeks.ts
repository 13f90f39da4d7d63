// ISO weeks. A week starts on Monday and is identified by the date of that Monday, `YYYY-MM-DD`.
import { Temporal } from 'temporal-polyfill';

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

export function getCurrentMonday(now: string, timezone: string): string {
  return toMonday(toLocalDate(now, timezone));
}

/** @param weeks may be negative */
export function addWeeks(monday: string, weeks: number): string {
  return Temporal.PlainDate.from(monday).add({ weeks }).toString();
}

/** Returns the first and the last Monday of the weeks that are previous, this or next week in any time zone. */
export function getWeekRange(now: string): { from: string; to: string } {
  return { from: addWeeks(getCurrentMonday(now, '-12:00'), -1), to: addWeeks(getCurrentMonday(now, '+14:00'), 1) };
}

// Weeks are ISO weeks: they start on Monday and are named by that Monday's date. "Now" is a moment and a time zone.
import { Temporal } from 'temporal-polyfill';

/**
 * The Monday that starts the ISO week of a date.
 *
 * @param date a calendar date, `YYYY-MM-DD`
 * @returns that week's Monday, `YYYY-MM-DD`
 * @throws {RangeError} when there is no such day
 */
export function toMonday(date: string): string {
  const day = Temporal.PlainDate.from(date, { overflow: 'reject' });
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

/**
 * The calendar date at a moment in a time zone.
 *
 * @param now ISO 8601, in UTC or with an offset
 * @param timezone a name like `Pacific/Auckland`
 */
export function toLocalDate(now: string, timezone: string): string {
  return Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** The Monday of the week that it is at a moment in a time zone. */
export function getCurrentMonday(now: string, timezone: string): string {
  return toMonday(toLocalDate(now, timezone));
}

/** The Monday so many weeks later, or earlier for a negative number. */
export function addWeeks(monday: string, weeks: number): string {
  return Temporal.PlainDate.from(monday).add({ weeks }).toString();
}

/** The first and last Monday of all weeks that are previous, this or next somewhere on earth at a moment. */
export function getWeekRange(now: string): { from: string; to: string } {
  return { from: addWeeks(getCurrentMonday(now, '-12:00'), -1), to: addWeeks(getCurrentMonday(now, '+14:00'), 1) };
}

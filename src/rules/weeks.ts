// Weeks are ISO weeks: they start on Monday and are named by that Monday's date.
import { Temporal } from 'temporal-polyfill';

/**
 * The Monday that starts the ISO week of a date.
 *
 * @param date a calendar date, `YYYY-MM-DD`
 * @returns that week's Monday, `YYYY-MM-DD`
 * @throws {RangeError} when there is no such day
 */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date, { overflow: 'reject' });
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

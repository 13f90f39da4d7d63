// Dates as people read them, in English.
import { toMonday } from './weeks.ts';

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "1 December 2026" for a date (`YYYY-MM-DD`). */
export const formatDay = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`));

/** "week of 16 November 2026" for any date (`YYYY-MM-DD`) of that week. */
export const formatWeek = (date: string): string => `week of ${formatDay(toMonday(date))}`;

/** "November 2026" for a period (`YYYY-MM`). */
export const formatMonth = (period: string): string => longMonth.format(new Date(`${period}-01T00:00:00Z`));

// Dates as people read them, by language.
import { toMonday } from './weeks.ts';

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

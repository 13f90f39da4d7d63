// Dates as spreadsheets and HR programs write them. No IO.
import { isCalendarDate } from './row-faults.ts';
import type { Fault } from './read-table.ts';

/** Whether a date such as 03/04/2026 begins with its day or its month. */
export type DateOrder = 'dmy' | 'mdy';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/**
 * Reads the dates of a file and writes them as `2026-11-16`. It accepts that form, also with a time after it, 2026/11/16,
 * 16.11.2026, 16 Nov 2026, Nov 16, 2026, and 16/11/2026 or 11/16/2026, where one day above 12 shows the order for the
 * file. A date that cannot be read stays as it is, and is reported later as a fault of its row.
 *
 * @param cells `column`: which one a fault names, if it is not startDate
 * @param order the order if no date shows it
 */
export function readDates(
  cells: readonly { row: number; text: string; column?: string }[],
  order?: DateOrder,
): { texts: string[]; faults: Fault[] } {
  const seen = cells.flatMap(({ text }) => slashed.exec(text) ?? []).length > 0 ? findOrder(cells) : null;
  const chosen = order ?? seen;
  const ambiguous = chosen === null || chosen === 'both' ? cells.find(({ text }) => slashed.test(text)) : undefined;
  const name = ambiguous?.column ?? 'startDate';
  const message =
    chosen === 'both'
      ? `${name} has dates that begin with the day, and others that begin with the month; write them as 2026-11-16`
      : `${name} ${JSON.stringify(ambiguous?.text)} may begin with its day or its month; say --date-order (dateOrder) dmy or mdy`;
  return {
    texts: cells.map(({ text }) => readDate(text, chosen === 'mdy' ? 'mdy' : 'dmy')),
    faults: ambiguous ? [{ row: ambiguous.row, message }] : [],
  };
}

/** Null if no date shows the order. */
function findOrder(cells: readonly { text: string }[]): DateOrder | 'both' | null {
  const parts = cells.flatMap(({ text }) => {
    const [, first, second] = slashed.exec(text) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const isDmy = parts.some(([first]) => first > 12);
  const isMdy = parts.some(([, second]) => second > 12);
  if (isDmy && isMdy) return 'both';
  if (isDmy) return 'dmy';
  return isMdy ? 'mdy' : null;
}

function readDate(text: string, order: DateOrder): string {
  const date = toDate(text, order);
  return date !== null && isCalendarDate(date) ? date : text;
}

function toDate(text: string, order: DateOrder): string | null {
  const iso = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/.exec(text);
  if (iso) return format(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return format(dotted[3], dotted[2], dotted[1]);
  const parts = slashed.exec(text);
  if (parts) return order === 'dmy' ? format(parts[3], parts[2], parts[1]) : format(parts[3], parts[1], parts[2]);
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4})$/i.exec(text);
  if (dayFirst) return format(dayFirst[3], findMonth(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  return monthFirst ? format(monthFirst[3], findMonth(monthFirst[1]), monthFirst[2]) : null;
}

const findMonth = (name = ''): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

const format = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

// Reads the absences of a CSV file, as HR programs export them. No IO.
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { Absence } from '../../absences/schema.ts';
import { findAbsenceFaults } from '../../absences/rules.ts';
import { columnAliases, normalizeEmail } from './columns.ts';
import { readDates, type DateOrder } from './file-dates.ts';
import { readTable, type Fault } from './read-table.ts';
import { quote } from './quote.ts';
import type { TableColumns } from './read-header.ts';
import { isCalendarDate } from './row-faults.ts';

/** `absence` is null in a row that says that there is none. */
export type AbsenceRow = { row: number; email: string; absence: Absence | null };
/** How a file is to be read, as for a file of people. */
export type AbsenceReading = { titles?: Readonly<Record<string, string>>; dateOrder?: DateOrder };

const maxRows = 100_000;

type AbsenceColumn = 'email' | 'from' | 'to' | 'status' | 'halfDay';
const columns: TableColumns<AbsenceColumn> = {
  required: ['email', 'from', 'to'],
  optional: ['status', 'halfDay'],
  aliases: {
    email: columnAliases.email,
    from: [
      'start date',
      'start',
      'first day',
      'from date',
      'date from',
      'leave from',
      'absence from',
      'absence start',
      'leave start date',
      'begin',
      'begin date',
      'von',
      'beginn',
      'startdatum',
      'erster tag',
    ],
    to: [
      'end date',
      'end',
      'last day',
      'to date',
      'date to',
      'until',
      'leave to',
      'absence to',
      'absence end',
      'leave end date',
      'bis',
      'ende',
      'enddatum',
      'letzter tag',
    ],
    status: ['approval status', 'request status', 'leave status', 'absence status', 'state', 'genehmigung'],
    halfDay: [
      'half-day',
      'first half-day',
      'last half-day',
      'first day half',
      'last day half',
      'half day start',
      'half day end',
      'start half day',
      'end half day',
      'is half day',
      'halbtags',
      'halber tag',
    ],
  },
  cellwise: new Set(['halfDay', 'status']),
  always: new Set(['halfDay', 'status']),
  isReport: true,
};

const approved =
  /^(?:approved|auto-?approved|accepted|confirmed|taken|scheduled|booked|active|completed|granted|genehmigt|bestätigt)$/i;
/** Words for a state in which there is no absence. */
export const notApproved =
  /^(?:rejected|declined|denied|refused|cancell?ed|withdrawn|revoked|deleted|pending|requested|submitted|draft|open|abgelehnt|storniert|zurückgezogen|ausstehend|offen|beantragt)$/i;
const wholeDay = /^(?:|no|n|false|0|nein|falsch|none|full|whole|full[ -]?day|whole[ -]?day|ganztags|[-–—])$/i;

/**
 * Reads absences. A row that is not approved says that there is no absence. A half day is taken as a whole day, since absences are
 * whole days.
 *
 * @param now ISO 8601
 * @returns `notes`: sentences about how the file was read
 */
export function readAbsenceRows(
  file: Buffer,
  now: string,
  { titles = {}, dateOrder }: AbsenceReading = {},
): { rows: AbsenceRow[]; faults: Fault[]; notes: string[] } {
  const { rows: all, faults, ignored, likely, notes } = readTable(file, columns, titles);
  if (all.length > maxRows) faults.push({ row: null, message: `there are more than ${maxRows} rows` });
  const read = all.slice(0, maxRows);
  const dates = readDates(
    read.flatMap(({ row, cell }) => (['from', 'to'] as const).map((column) => ({ row, column, text: cell(column) }))),
    dateOrder,
  );
  faults.push(...dates.faults);
  const halfDays: number[] = [];
  const open: { row: number; status: string }[] = [];
  const rows = read.map(({ row, cell, cells }, index): AbsenceRow => {
    const email = normalizeEmail(cell('email'));
    const [from = '', to = ''] = dates.texts.slice(2 * index, 2 * index + 2);
    if (from === '' && to === '') return { row, email, absence: null };
    if (!isCalendarDate(from) || !isCalendarDate(to))
      faults.push({ row, message: 'from and to are dates such as 2026-12-21, or both empty' });
    const stated = cells('status').filter((text) => text !== '');
    const unknown = stated.find((text) => !approved.test(text) && !notApproved.test(text));
    if (unknown !== undefined) {
      const message = `status ${quote(unknown)} is not known: write approved or rejected, or leave the row out`;
      faults.push({ row, message });
    }
    const status = stated.find((text) => notApproved.test(text));
    if (status !== undefined) {
      open.push({ row, status });
      return { row, email, absence: null };
    }
    if (cells('halfDay').some((text) => !wholeDay.test(text))) halfDays.push(row);
    return { row, email, absence: { from, to } };
  });
  for (const { row, absence } of faults.length > 0 ? [] : rows) {
    for (const { message } of absence ? findAbsenceFaults([absence], now) : []) faults.push({ row, message });
  }
  const [first] = open;
  const titlesOf = (names: readonly string[]): string => names.map((title) => JSON.stringify(title)).join(', ');
  return {
    rows,
    faults,
    notes: [
      ...notes,
      ...[...likely].map(([title, column]) => `${JSON.stringify(title)} may be ${column}: --map "${title}=${column}"`),
      ...(ignored.length > 0 ? [`${pluralize(ignored.length, 'column')} ignored: ${titlesOf(ignored)}`] : []),
      ...(first
        ? [
            `${pluralize(open.length, 'row')} not approved, such as ${JSON.stringify(first.status)} in row ${first.row}: no absence`,
          ]
        : []),
      ...(halfDays.length > 0
        ? [`${pluralize(halfDays.length, 'row')} with a half day, from row ${halfDays[0]} on: taken as whole days`]
        : []),
    ],
  };
}

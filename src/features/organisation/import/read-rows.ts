// Reads the people of a CSV file. row-faults.ts validates the cells, complete-rows.ts adds what a row does not say.
import { cleanName } from '../../../platform/lib/names.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import {
  columnAliases,
  columns,
  keyColumns,
  normalizeEmail,
  normalizeReference,
  normalizeTimezone,
  normalizeWorkingDays,
  parseRoles,
  type Column,
  type GivenPerson,
} from './columns.ts';
import { readDates, type DateOrder } from './file-dates.ts';
import { readTable, type Fault } from './read-table.ts';

/** `id` and `returns` name a person of the tenant, see match-person.ts. `empty`: the columns whose cells say nothing. */
export type PersonRow = GivenPerson & {
  row: number;
  id?: string;
  returns?: string;
  newPerson?: boolean;
  empty?: readonly Column[];
};

/** What a file has beside the columns of an export: who is meant, both parts of a name, and who has left. */
const otherColumns = ['returns', 'newPerson', 'id', 'firstName', 'lastName', 'status'] as const;
type FileColumn = Column | (typeof otherColumns)[number];

const aliases: Partial<Record<FileColumn, readonly string[]>> = {
  ...columnAliases,
  firstName: ['given name', 'preferred first name', 'legal first name', 'vorname'],
  lastName: ['surname', 'family name', 'preferred last name', 'legal last name', 'nachname'],
  status: ['active status', 'lifecycle status', 'worker status', 'employment status', 'employee status'],
};

/** Values of the column status, in English and German. A row of somebody who has left is not imported. */
const leftStatus = /^(?:inactive|terminated|left|former|deactivated|offboarded|inaktiv|ausgeschieden)$/i;

/**
 * How a file is to be read. `titles`: the column that the user means by a title of the file, by title. An empty cell leaves
 * what is there, or with `emptyClears` takes it away. `dateOrder` is needed for dates such as 03/04/2026 alone.
 */
export type ReadOptions = { titles?: Readonly<Record<string, string>>; emptyClears?: boolean; dateOrder?: DateOrder };

/**
 * Reads people from a CSV file; rows that cannot be read become faults.
 *
 * @returns `ignored`: the titles of the columns that are not known; `notes`: sentences about how the file was read
 */
export function readRows(
  csv: Buffer,
  { titles = {}, emptyClears = false, dateOrder }: ReadOptions = {},
): { rows: PersonRow[]; faults: Fault[]; ignored: string[]; notes: string[] } {
  const known = {
    required: [
      ['name', 'lastName'],
      ['email', ...keyColumns, 'id'],
    ] as const,
    optional: [...columns, ...otherColumns],
    aliases,
  };
  const { rows: read, faults, ignored, likely } = readTable<FileColumn>(csv, known, titles);
  const notes = [...likely].map(
    ([title, column]) =>
      `${JSON.stringify(title)} may be ${column}: --map ${JSON.stringify(`${title}=${column}`)} says so, or rename it`,
  );
  const hasLeft = ({ cell }: (typeof read)[number]): boolean => leftStatus.test(cell('status'));
  const rows = read.filter((row) => !hasLeft(row));
  const left = read.length - rows.length;
  if (left > 0) {
    const from = read.find(hasLeft)?.row;
    notes.push(
      `${pluralize(left, 'row')} of people who have left, by the column status, from row ${from} on: not imported`,
    );
  }
  const isExport = read[0]?.has('id') ?? false;
  const names = readNames(
    rows.map(({ cell }) => ({ name: cell('name'), first: cell('firstName'), last: cell('lastName') })),
    isExport,
  );
  if (names.note !== null) notes.push(names.note);
  const dates = readDates(
    rows.map(({ row, cell }) => ({ row, text: cell('startDate') })),
    dateOrder,
  );
  faults.push(...dates.faults);
  const emptyColumns = new Map<string, readonly Column[]>(); // rows share the few lists that there are
  const people = rows.map(({ row, cell, has }, index): PersonRow => {
    const newPerson = cell('newPerson').toLowerCase();
    if (!['', 'yes', 'no'].includes(newPerson)) faults.push({ row, message: 'newPerson is yes, no or empty' });
    const texts: Partial<Record<Column, string>> = {
      email: normalizeEmail(cell('email')),
      name: names.names[index] ?? '',
      jobTitle: cleanName(cell('jobTitle')),
      team: cleanName(cell('team')),
      department: cleanName(cell('department')),
      managerEmail: normalizeReference(cell('managerEmail')),
      startDate: dates.texts[index] ?? '',
      timezone: normalizeTimezone(cell('timezone')),
      employeeNumber: cleanName(cell('employeeNumber')),
      externalId: cell('externalId'),
      preferredLanguage: cell('preferredLanguage'),
      region: cell('region'),
      workingDays: normalizeWorkingDays(cell('workingDays')),
    };
    const clears = (name: Column): boolean => emptyClears && has(name) && !lasting.has(name);
    const given = Object.entries(texts).filter(([name, text]) => text !== '' || clears(name as Column));
    if (has('roles') && (cell('roles') !== '' || emptyClears))
      given.push(['roles', parseRoles(cell('roles')) as never]);
    const empty = emptyClears ? [] : columns.filter((name) => has(name) && !lasting.has(name) && cell(name) === '');
    emptyColumns.set(empty.join(), emptyColumns.get(empty.join()) ?? empty);
    return {
      row,
      ...(Object.fromEntries(given) as GivenPerson),
      ...(empty.length > 0 && { empty: emptyColumns.get(empty.join()) ?? empty }),
      ...(cell('id') !== '' && { id: cell('id').toLowerCase() }),
      ...(cell('returns') !== '' && { returns: cleanName(cell('returns')) }),
      ...(newPerson === 'yes' && { newPerson: true }),
    };
  });
  return { rows: people, faults, ignored, notes };
}

/** No file takes these away: without them a person is nobody. */
const lasting: ReadonlySet<Column> = new Set(['email', 'name', ...keyColumns]);

/** A name with one comma, and something on both sides that is no such suffix. */
const inverted = /^([^,]+),\s*(?!(?:jr|sr|ii|iii|iv|phd|md|mba|esq)\b)([^,]+)$/i;

/**
 * Full names of rows: the name, or else first and last name. A file whose names all read "Last, First" has them turned, but
 * for an export of ours, which has the names as they are.
 *
 * @returns `note` says that they were turned, or that some are written so and stay, with an example
 */
function readNames(
  rows: readonly { name: string; first: string; last: string }[],
  isExport: boolean,
): { names: string[]; note: string | null } {
  const names = rows.map(({ name, first, last }) => cleanName(name || `${first} ${last}`));
  const present = names.filter((name) => name !== '');
  const [example] = present;
  if (isExport) return { names, note: null };
  const [one, ...others] = present.filter((name) => inverted.test(name));
  if (present.length < 2 || example === undefined || others.length + 1 < present.length) {
    const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'other')}`;
    const rule = 'names are turned if all names of a file, two at least, are written "Last, First"';
    return { names, note: one === undefined ? null : `the name ${JSON.stringify(one)} stays as it is${more}: ${rule}` };
  }
  const turn = (name: string): string => name.replace(inverted, '$2 $1').trim();
  const note = `names are written "Last, First": ${JSON.stringify(example)} is taken as ${JSON.stringify(turn(example))}`;
  return { names: names.map(turn), note };
}

// Reads the people of a CSV file. row-faults.ts validates the cells, complete-rows.ts adds what a row does not say.
import { cleanName } from '../../../platform/lib/names.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import {
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
import { fileColumns } from './file-columns.ts';
import { findTeamsWithManagers, readNames, toNameCells } from './file-names.ts';
import { splitMarks } from './presence.ts';
import { quote } from './quote.ts';
import { createCellReader, createPresenceReader } from './read-cells.ts';
import { readTable, type Fault } from './read-table.ts';

/**
 * `id` and `returns` name a person of the tenant, see match-person.ts. `samePerson` lifts the doubt of same-person.ts. `empty`: the
 * columns whose cells say nothing.
 */
export type PersonRow = GivenPerson & {
  row: number;
  id?: string;
  returns?: string;
  newPerson?: boolean;
  samePerson?: boolean;
  empty?: readonly Column[];
};

/**
 * How a file is to be read. `titles`: the column that the user means by a title of the file, by title. An empty cell leaves
 * what is there, or with `emptyClears` takes it away. `dateOrder` is needed for dates such as 03/04/2026 alone. Whoever has a
 * last day before `now` has left.
 */
export type ReadOptions = {
  titles?: Readonly<Record<string, string>>;
  emptyClears?: boolean;
  dateOrder?: DateOrder;
  now?: Date;
};

/**
 * People whom a file names. `ignored`: the titles of the columns that are not known, `likely`: what such a title may stand for.
 * `notes`: sentences about how the file was read. `left`: the rows of people who have left, which are not imported. `guests`: the
 * rows of people who are guests of a directory.
 */
export type PeopleFile = {
  rows: PersonRow[];
  faults: Fault[];
  ignored: string[];
  likely: ReadonlyMap<string, string>;
  notes: string[];
  left: PersonRow[];
  guests: PersonRow[];
};

/** Reads people from a CSV file; rows that cannot be read become faults. */
export function readRows(
  csv: Buffer,
  { titles = {}, emptyClears = false, dateOrder, now = new Date() }: ReadOptions = {},
): PeopleFile {
  const table = readTable(csv, fileColumns, titles);
  const { rows: read, faults, ignored, likely } = table;
  const notes = [
    ...table.notes,
    ...[...likely].map(
      ([title, column]) =>
        `${JSON.stringify(title)} may be ${column}: --map ${JSON.stringify(`${title}=${column}`)} says so, or rename it`,
    ),
  ];
  const isExport = [...columns, 'id'].every((title) => table.titles.includes(title));
  const cells = createCellReader({ isExport });
  const dates = readDates(
    read.flatMap(({ row, cell }) =>
      (['startDate', 'endDate'] as const).map((column) => ({ row, column, text: cells.read(cell, column) })),
    ),
    dateOrder,
  );
  faults.push(...dates.faults);
  const named = readNames(
    read.map(({ cell }) => toNameCells(cell)),
    isExport,
  );
  const teams = isExport
    ? null
    : findTeamsWithManagers(
        read.map(({ cell }) => cell('team')),
        named.names,
      );
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const presence = createPresenceReader(today);
  const emptyColumns = new Map<string, readonly Column[]>(); // rows share the few lists that there are
  const everybody = read.map(({ row, cell, cells: all, has }, index): PersonRow => {
    for (const name of ['newPerson', 'samePerson'] as const) {
      if (!/^(?:yes|no)?$/i.test(cell(name))) faults.push({ row, message: `${name} is yes, no or empty` });
    }
    const saysYes = (name: 'newPerson' | 'samePerson'): boolean => cell(name).toLowerCase() === 'yes';
    const marks = named.marks[index] ?? [];
    presence.read(row, { all, marks, endDate: dates.texts[2 * index + 1] ?? '' });
    const manager = cells.read(cell, 'managerEmail') || `${cell('managerFirstName')} ${cell('managerLastName')}`.trim();
    const team = cells.read(cell, 'team');
    const texts: Partial<Record<Column, string>> = {
      email: normalizeEmail(cell('email')),
      name: named.names[index] ?? '',
      jobTitle: cleanName(cells.read(cell, 'jobTitle')),
      team: cleanName(teams?.get(team) ?? team),
      department: cleanName(cells.read(cell, 'department')),
      managerEmail: normalizeReference(isExport ? manager : splitMarks(manager).name),
      startDate: dates.texts[2 * index] ?? '',
      timezone: normalizeTimezone(cell('timezone')),
      employeeNumber: cleanName(cell('employeeNumber')),
      externalId: cell('externalId'),
      preferredLanguage: cell('preferredLanguage'),
      region: cell('region'),
      workingDays: normalizeWorkingDays(cell('workingDays')),
      checkInsExpected: cell('checkInsExpected').toLowerCase(),
    };
    const isYes = (name: string): boolean => name === 'checkInsExpected' && cell(name).toLowerCase() === 'yes';
    if (isYes('checkInsExpected')) texts.checkInsExpected = ''; // as it is for everybody of whom nothing is said
    const clears = (name: Column): boolean => emptyClears && has(name) && !lasting.has(name);
    const given = Object.entries(texts).filter(([name, text]) => text !== '' || clears(name as Column) || isYes(name));
    if (has('roles') && (cell('roles') !== '' || emptyClears))
      given.push(['roles', parseRoles(cell('roles')) as never]);
    const isEmpty = (name: Column): boolean => (name === 'roles' ? cell('roles') === '' : texts[name] === '');
    const empty = emptyClears ? [] : columns.filter((name) => has(name) && !lasting.has(name) && isEmpty(name));
    emptyColumns.set(empty.join(), emptyColumns.get(empty.join()) ?? empty);
    return {
      row,
      ...(Object.fromEntries(given) as GivenPerson),
      ...(empty.length > 0 && { empty: emptyColumns.get(empty.join()) ?? empty }),
      ...(cell('id') !== '' && { id: cell('id').toLowerCase() }),
      ...(cell('returns') !== '' && { returns: cleanName(cell('returns')) }),
      ...(saysYes('newPerson') && { newPerson: true }),
      ...(saysYes('samePerson') && { samePerson: true }),
    };
  });
  const rows = everybody.filter(({ row }) => !presence.left.has(row));
  notes.push(...presence.describe(), ...named.notes, ...cells.describe());
  if (teams && teams.size > 0) {
    const [[from, to] = ['', '']] = teams;
    notes.push(`the manager in brackets is no part of a team’s name: ${quote(from)} is taken as ${quote(to)}`);
  }
  const without = everybody.filter(({ row }, index) => named.isLastAlone[index] && !presence.left.has(row));
  if (without[0])
    notes.push(`${pluralize(without.length, 'row')} with a last name alone, from row ${without[0].row} on`);
  return {
    rows,
    faults,
    ignored,
    likely,
    notes,
    left: everybody.filter(({ row }) => presence.left.has(row)),
    guests: rows.filter(({ row }) => presence.guests.has(row)),
  };
}

/** No file takes these away: without them a person is nobody. */
const lasting: ReadonlySet<Column> = new Set(['email', 'name', ...keyColumns]);

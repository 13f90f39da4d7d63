// Reads the people of a CSV file. row-faults.ts validates the cells.
import { cleanName } from '../lib/names.ts';
import {
  columnAliases,
  normalizeEmail,
  normalizeReference,
  normalizeTimezone,
  normalizeWorkingDays,
  optionalColumns,
  requiredColumns,
  parseRoles,
  type Column,
  type FilePerson,
} from './columns.ts';
import { readTable, type Fault } from './read-table.ts';

/** `id` and `returns` name a person of the tenant, see match-person.ts. */
export type PersonRow = FilePerson & { row: number; id?: string; returns?: string; newPerson?: boolean };

const decisions = ['returns', 'newPerson', 'id'] as const;
type Decision = (typeof decisions)[number];

/**
 * Reads people from a CSV file; rows that cannot be read become faults.
 *
 * @param titles the column that the user means by a title of the file, by title
 * @returns `ignored`: the titles of the columns that are not known
 */
export function readRows(
  csv: Buffer,
  titles: Readonly<Record<string, string>> = {},
): { rows: PersonRow[]; faults: Fault[]; ignored: string[] } {
  const optional = [...optionalColumns, ...decisions];
  const known = { required: requiredColumns, optional, aliases: columnAliases };
  const { rows, faults, ignored } = readTable<Column | Decision>(csv, known, titles);
  const people = rows.map(({ row, cell, has }): PersonRow => {
    const newPerson = cell('newPerson').toLowerCase();
    if (!['', 'yes', 'no'].includes(newPerson)) faults.push({ row, message: 'newPerson is yes, no or empty' });
    return {
      row,
      ...parsePerson(cell),
      ...(has('startDate') && { startDate: cell('startDate') }),
      ...(has('timezone') && { timezone: normalizeTimezone(cell('timezone')) }),
      ...(has('employeeNumber') && { employeeNumber: cleanName(cell('employeeNumber')) }),
      ...(has('externalId') && { externalId: cell('externalId') }),
      ...(has('preferredLanguage') && { preferredLanguage: cell('preferredLanguage') }),
      ...(has('region') && { region: cell('region') }),
      ...(has('workingDays') && { workingDays: normalizeWorkingDays(cell('workingDays')) }),
      ...(has('id') && { id: cell('id').toLowerCase() }),
      ...(has('returns') && { returns: cleanName(cell('returns')) }),
      ...(newPerson === 'yes' && { newPerson: true }),
    };
  });
  return { rows: people, faults, ignored };
}

function parsePerson(cell: (column: Column) => string): FilePerson {
  const text = (column: Column): string => cleanName(cell(column));
  return {
    email: normalizeEmail(cell('email')),
    name: text('name'),
    jobTitle: text('jobTitle'),
    team: text('team'),
    department: text('department'),
    managerEmail: normalizeReference(cell('managerEmail')),
    roles: parseRoles(cell('roles')),
  };
}

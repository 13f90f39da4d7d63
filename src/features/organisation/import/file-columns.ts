// The columns that a file of people may have, beside those of an export, and their titles in other programs.
import { columnAliases, columns, keyColumns, type Column } from './columns.ts';
import type { TableColumns } from './read-header.ts';

/**
 * What a file has beside the columns of an export: who is meant, the parts of names, who has left, and who is no employee. A
 * column such as `accountEnabled` is `isActive`, one such as `Suspended` is `isOff`.
 */
const otherColumns = [
  'returns',
  'newPerson',
  'samePerson',
  'id',
  'preferredName',
  'preferredFirstName',
  'firstName',
  'lastName',
  'managerFirstName',
  'managerLastName',
  'status',
  'isActive',
  'isOff',
  'endDate',
  'personType',
] as const;
export type FileColumn = Column | (typeof otherColumns)[number];

const aliases: Partial<Record<FileColumn, readonly string[]>> = {
  ...columnAliases,
  preferredName: ['known as', 'goes by', 'rufname'],
  preferredFirstName: ['preferred given name'],
  firstName: ['given name', 'vorname', 'legal first name'],
  lastName: ['surname', 'family name', 'nachname', 'preferred last name', 'legal last name'],
  managerFirstName: ['reports to first name', 'supervisor first name', 'manager legal first name'],
  managerLastName: ['reports to last name', 'supervisor last name', 'manager legal last name'],
  status: [
    'active status',
    'lifecycle status',
    'worker status',
    'employment status',
    'employee status',
    'user status',
    'account status',
    'position status',
    'new status',
    'beschäftigungsstatus',
  ],
  isActive: ['active', 'is active', 'account enabled', 'enabled', 'user active', 'aktiv'],
  isOff: [
    'suspended',
    'is suspended',
    'archived',
    'is archived',
    'disabled',
    'account disabled',
    'deactivated',
    'terminated',
    'is terminated',
    'blocked',
    'block credential',
  ],
  endDate: [
    'termination date',
    'date of termination',
    'last day',
    'last day of work',
    'last working day',
    'exit date',
    'separation date',
    'employment end date',
    'austrittsdatum',
    'austritt',
  ],
  personType: [
    'user type',
    'worker type',
    'employee type',
    'employment type',
    'person type',
    'work type',
    'beschäftigungsart',
    'anstellungsart',
  ],
};

/** A row may say in several columns who has left, and of what kind somebody is. */
export const ofPresence = ['status', 'isActive', 'isOff', 'personType'] as const;

/** Columns in which an empty cell is filled from the next title: not those that say who somebody is, such as an address. */
const cellwise: ReadonlySet<FileColumn> = new Set<FileColumn>([
  'name',
  'firstName',
  'lastName',
  'jobTitle',
  'managerEmail',
  'startDate',
  'endDate',
  ...ofPresence,
]);

/** The columns whose cells may say in a word that there is nothing, such as N/A. */
export const mayBeNothing = ['jobTitle', 'team', 'department', 'managerEmail', 'startDate', 'endDate'] as const;

/** A cell of a row, by its column. */
export type Cell = (column: FileColumn) => string;

/** How the columns of a file of people are found. */
export const fileColumns: TableColumns<FileColumn> = {
  required: [
    ['name', 'lastName'],
    ['email', ...keyColumns, 'id'],
  ],
  optional: [...columns, ...otherColumns],
  aliases,
  cellwise,
  always: new Set<FileColumn>(ofPresence),
  isReport: true,
};

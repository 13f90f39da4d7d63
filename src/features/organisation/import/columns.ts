// The columns of an org chart file, and the normalization of its cells.
import { domainToASCII } from 'node:url';
import { cleanName } from '../../../platform/lib/names.ts';
import { roles, type Role } from '../../../platform/access/permissions.ts';
import { parseTimezone } from '../../../platform/time/weeks.ts';
import { parseWorkingDays } from '../../../platform/time/working-days.ts';

const plainColumns = ['email', 'name', 'jobTitle', 'team', 'department', 'managerEmail', 'roles'] as const;
export const optionalColumns = [
  'startDate',
  'timezone',
  'employeeNumber',
  'externalId',
  'preferredLanguage',
  'region',
  'workingDays',
  'checkInsExpected',
] as const;
/** In the order of an export. */
export const columns = [...plainColumns, ...optionalColumns] as const;
export type Column = (typeof columns)[number];
type OptionalColumn = (typeof optionalColumns)[number];

/** By these a company and its directory know a person; with an address, one of them is enough to name somebody. */
export const keyColumns = ['employeeNumber', 'externalId'] as const;

/** Words for an address, a number and a name in a title, in the order in which they are believed. */
const wordsFor = {
  address: [
    'work email',
    'business email',
    'company email',
    'primary work email',
    'email primary work',
    'email work',
    'e-mail address',
    'email',
    'e-mail-adresse',
    'mail',
  ],
  number: [
    'id',
    'employee id',
    'employee number',
    'employee #',
    'employee no',
    'number',
    'eid',
    'worker id',
    'associate id',
    'personnel number',
    'staff id',
    'staff number',
    'badge id',
    'primary id',
    'personalnummer',
  ],
  name: ['', 'name', 'full name', 'display name', 'employee name', 'employee', 'legal name', 'preferred name'],
} as const;
const wordsForManager = [
  'manager',
  'line manager',
  'direct manager',
  'reporting manager',
  'primary manager',
  'worker’s manager',
  'employee’s manager',
  'people manager',
  'reports to',
  'reporting to',
  'supervisor',
  'direct supervisor',
  'boss',
  'vorgesetzter',
  'vorgesetzte',
  'vorgesetzte(r)',
  'führungskraft',
];
/** `Manager Email`, `Manager’s Email` and `Email of manager`. */
const titlesOfManager = (['address', 'number', 'name'] as const).flatMap((kind) =>
  wordsFor[kind].flatMap((word) =>
    wordsForManager.flatMap((manager) =>
      word === '' ? [manager] : [`${manager} ${word}`, `${manager}’s ${word}`, `${word} of ${manager}`],
    ),
  ),
);

/**
 * Titles that other programs give the columns, in English and German, among them the exports of BambooHR, Personio, Workday,
 * HiBob, Rippling, Google Workspace, Entra, Okta, ADP, Lattice and Horilla. Where a file has several of them, the first of the
 * list is meant: an address of a manager before their number, and both before their name. A private address is not among them,
 * because the person who reads the mail of an account can sign in to it.
 */
export const columnAliases: Record<Column, readonly string[]> = {
  email: [
    ...wordsFor.address,
    'geschäftliche e-mail',
    'berufliche e-mail',
    'user email',
    'employee email',
    'work contact work email',
    'userprincipalname',
  ],
  name: [
    'full name',
    'display name',
    'preferred full name',
    'employee name',
    'employee full name',
    'worker name',
    'worker',
    'employee',
    'full legal name',
    'legal full name',
    'legal name',
    'payroll name',
    'vollständiger name',
    'anzeigename',
    'mitarbeiter',
  ],
  jobTitle: [
    'business title',
    'title',
    'position',
    'job',
    'job position',
    'position title',
    'role title',
    'job title description',
    'employee title',
    'job profile',
    'designation',
    'stelle',
    'stellenbezeichnung',
    'jobtitel',
  ],
  team: ['team name', 'group', 'gruppe', 'squad', 'supervisory organization'],
  department: [
    'dept',
    'department name',
    'home department description',
    'home department',
    'business unit',
    'division',
    'abteilung',
    'bereich',
  ],
  managerEmail: [
    ...titlesOfManager,
    'supervisor eid',
    'boss email',
    'e-mail des vorgesetzten',
    'vorgesetzter e-mail',
    'reports to worker',
  ],
  roles: ['role', 'rollen'],
  startDate: [
    'hire date',
    'start',
    'date of joining',
    'joining date',
    'date joining',
    'date joined',
    'joined',
    'joined on',
    'started',
    'started on',
    'first day',
    'hired on',
    'date of hire',
    'hire/rehire date',
    'most recent hire date',
    'original hire date',
    'employment start date',
    'employee start date',
    'eintrittsdatum',
    'startdatum',
  ],
  timezone: ['time zone', 'zeitzone'],
  employeeNumber: [
    'employee id',
    'employee #',
    'employee no',
    'emp id',
    'personnel number',
    'staff number',
    'staff id',
    'worker id',
    'associate id',
    'badge id',
    'eid',
    'personalnummer',
    'mitarbeiternummer',
  ],
  externalId: ['object id', 'directory id', 'entra object id'],
  preferredLanguage: ['language', 'locale', 'sprache'],
  region: [],
  workingDays: ['working days', 'arbeitstage'],
  checkInsExpected: ['check-ins expected'],
};

/**
 * A person as they are, or will be after an import. An absent value is an empty string, or undefined for an optional column.
 * `managerEmail` may also be an id, a number, a user name or a name.
 */
export type FilePerson = Record<Exclude<Column, 'roles' | OptionalColumn>, string> & {
  roles: string[];
} & Partial<Record<OptionalColumn, string>>;

/** What a file says about a person: undefined stays as it is, an empty string takes away. */
export type GivenPerson = { [Name in Column]?: FilePerson[Name] | undefined };

/** A person in the tenant. A consistent graph has at most one manager and one team per person. */
export type ExistingPerson = Omit<FilePerson, 'managerEmail'> & {
  id: string;
  active: boolean;
  managerEmails: string[];
  teams: number;
  userName?: string;
  /** The reference to a manager who is not there yet. */
  pendingManager?: string;
};

/** In characters. */
export const maxLengths: Record<
  Exclude<Column, 'roles' | 'startDate' | 'timezone' | 'region' | 'workingDays' | 'checkInsExpected'>,
  number
> = {
  email: 254,
  name: 200,
  jobTitle: 200,
  team: 200,
  department: 200,
  managerEmail: 254,
  employeeNumber: 200,
  externalId: 200,
  preferredLanguage: 200,
};

/** One spelling of an address: lower case, composed letters, and the domain as mail servers write it (`xn--…`). */
export function normalizeEmail(text: string): string {
  const address = text.trim().toLowerCase().normalize('NFC');
  const domainAt = address.lastIndexOf('@') + 1;
  const domain = domainToASCII(address.slice(domainAt));
  return /[^\0-\x7f]/.test(address.slice(domainAt)) && domain !== '' ? address.slice(0, domainAt) + domain : address;
}

/** A user name: in lower case, and as an address if it is one. */
export const normalizeUserName = (text: string): string => normalizeReference(text).toLowerCase();

/** The spelling of the time-zone database; a name that it lacks stays, and is a fault. */
export const normalizeTimezone = (text: string): string => parseTimezone(text.trim()) ?? text.trim();

/** In the order of a week; days that are not known stay, and are a fault. */
export const normalizeWorkingDays = (text: string): string => parseWorkingDays(text) ?? text.trim();

/** A reference to a person, or a key: an address in its one spelling, anything else without invisible characters. */
export function normalizeReference(text: string): string {
  const name = cleanName(text);
  return name.includes('@') ? normalizeEmail(name) : name;
}

/** Sorts role names into the order in which they are stored, without duplicates; unknown names come last. */
export function parseRoles(text: string): string[] {
  const names = new Set(
    text
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const knownNames: string[] = roles.filter((name) => names.has(name));
  return [...knownNames, ...[...names].filter((name) => !roles.includes(name as Role))];
}

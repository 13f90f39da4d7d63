// Schemas of people: references to users, the caller, the directory, the reporting line.
import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { permissionNames } from '../permissions.ts';
import {
  field,
  openEnum,
  withName,
  CalendarDate,
  RoleName,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
  Count,
} from './values.ts';

const Roles = Type.Array(RoleName);
export const PermissionName = withName('Permission', openEnum(...permissionNames));

const UserId = field(Uuid, 'Id of the user', exampleIds.employee);
const UserName = field(Type.String(), 'Full name', 'Ines Caldeira');
const TeamName = field(Type.String(), 'Name of the team', 'Payments');
/** A department in a response. */
export const Department = field(Type.String(), 'Department of the team', 'Engineering');
const Email = field(Type.String(), 'E-mail address', 'ines.caldeira@fjordware.example');

const userRefFields = {
  id: UserId,
  name: UserName,
  jobTitle: optionalField(Type.String(), 'Job title', 'Backend engineer'),
  team: Type.Optional(TeamName),
  photoUrl: optionalField(
    Type.String({ format: 'uri' }),
    'Address of the photo',
    'https://photos.fjordware.example/ines.jpg',
  ),
};
export const UserRef = namedObject('UserRef', userRefFields);
export type UserRef = Static<typeof UserRef>;

/** A row of the org chart, see chart/org-chart.ts. */
export const ChartRow = namedObject('ChartRow', {
  ...userRefFields,
  managerId: optionalField(Uuid, 'Id of the manager; absent at the top of the chart', exampleIds.manager),
  depth: field(Count, 'Levels below the root of the response', 1),
  reports: field(Count, 'Number of active direct reports', 8),
  below: field(Count, 'Number of active people below, at any depth', 40),
});
export type ChartRow = Static<typeof ChartRow>;

const manager = { ...examplePeople.manager, jobTitle: 'Engineering manager' };
const Tenant = namedObject('Tenant', {
  id: field(Uuid, 'Id of the tenant', exampleIds.tenant),
  name: field(Type.String(), 'Name of the company', 'Fjordware'),
  timezone: field(Type.String(), 'Time zone of the tenant', 'Europe/Oslo'),
  managersAsk: field(Type.Boolean(), 'Whether managers may ask questions to the people below them', false),
  slug: field(
    Type.String(),
    'Name of the tenant in addresses, such as that of its assistants: `/mcp/{slug}`',
    'fjordware',
  ),
  assistants: field(openEnum('off', 'read', 'write'), 'What assistants may do for people of the tenant', 'read'),
});

/** The caller. `permissions`: those that the caller holds whoever it is about. */
export const Me = namedObject('Me', {
  ...userRefFields,
  department: Type.Optional(Department),
  email: Email,
  roles: field(Roles, 'Stored roles of the caller; `manager` is not one of them', []),
  isManager: field(Type.Boolean(), 'Whether the caller has direct reports', false),
  manager: optionalField(UserRef, 'Direct manager', manager),
  tenant: field(Tenant, 'Tenant of the caller'),
  timezone: field(Type.String(), 'Time zone of the caller’s weeks: their own, or that of the tenant', 'Europe/Oslo'),
  currentWeek: field(CalendarDate, 'Monday of the current week of the caller'),
  permissions: field(Type.Array(PermissionName), 'Permissions of the caller towards everyone or for reports', []),
  unreadNotifications: field(Count, 'Number of unread notifications', 2),
  language: optionalField(
    Type.String(),
    'Language that the caller has chosen, or else the one of the directory: a tag such as `de` or `de-AT`; absent without either',
    'de',
  ),
});
export type Me = Static<typeof Me>;

const forReadersOfTheChain = 'sent to those who may read the user’s chain';

/** A row of the directory. Fields from `email` on are for callers who may read the user's chain. */
const directoryFields = {
  ...userRefFields,
  department: Type.Optional(Department),
  email: optionalField(Email, `E-mail address; ${forReadersOfTheChain}`),
  active: optionalField(Type.Boolean(), `Whether the user is active; ${forReadersOfTheChain}`, true),
  managerId: optionalField(Uuid, `Id of the direct manager; ${forReadersOfTheChain}`, exampleIds.manager),
  manager: optionalField(UserRef, `Direct manager; ${forReadersOfTheChain}`, manager),
  roles: optionalField(Roles, `Roles of the user; ${forReadersOfTheChain}`, []),
  updatedAt: optionalField(Timestamp, `Time of the last change; ${forReadersOfTheChain}`),
} satisfies TProperties;
export const DirectoryEntry = namedObject('DirectoryEntry', directoryFields);
export type DirectoryEntry = Static<typeof DirectoryEntry>;

/** A user of the directory with what names them elsewhere. */
export const DirectoryUser = namedObject('DirectoryUser', {
  ...directoryFields,
  timezone: optionalField(
    Type.String(),
    `Time zone, if it is not the tenant’s; ${forReadersOfTheChain}`,
    'Pacific/Auckland',
  ),
  employeeNumber: optionalField(Type.String(), `Number in the company; ${forReadersOfTheChain}`, 'E-1042'),
  externalId: optionalField(Type.String(), `Id in the directory; ${forReadersOfTheChain}`, '00u1a2b3'),
  preferredLanguage: optionalField(Type.String(), `Language, unless the user chose one; ${forReadersOfTheChain}`, 'de'),
  emailStopped: optionalField(
    Type.Boolean(),
    `True when the address gets no more e-mails, after a bounce or complaint; ${forReadersOfTheChain}`,
    true,
  ),
  region: optionalField(
    Type.String(),
    `Region whose public holidays hold, if not that of the tenant; ${forReadersOfTheChain}`,
    'DE-BY',
  ),
  workingDays: optionalField(
    Type.String(),
    `Days of the week on which they work, if not those of region or tenant; ${forReadersOfTheChain}`,
    'Monday Tuesday Wednesday',
  ),
  checkInsExpected: optionalField(
    openEnum('no'),
    `no if nobody expects them to check in or to set goals; ${forReadersOfTheChain}`,
    'no',
  ),
  pendingManager: optionalField(
    Type.String(),
    `Reference to a manager who is not there yet; ${forReadersOfTheChain}`,
    'e-7',
  ),
});
export type DirectoryUser = Static<typeof DirectoryUser>;

export const Team = namedObject('Team', {
  name: field(Type.String(), 'Name of the team', 'Payments'),
  department: optionalField(Type.String(), 'Department of the team', 'Engineering'),
  size: field(Count, 'Number of active members', 7),
});
export type Team = Static<typeof Team>;

/** The body of PUT …/manager. */
export const ManagerChange = namedObject('ManagerChange', {
  managerId: field(Uuid, 'Id of the new direct manager', exampleIds.manager),
});

/** A user and their new manager. */
export const ManagerAssignment = namedObject('ManagerAssignment', {
  user: field(UserRef, 'The moved user'),
  managerId: field(Uuid, 'Id of the direct manager after the move', exampleIds.manager),
});

/** A time during which a user had the same manager. */
export const ManagerPeriod = namedObject('ManagerPeriod', {
  manager: field(UserRef, 'Direct manager in the period', manager),
  from: field(Timestamp, 'Start of the period', '2026-03-02T08:30:00.000Z'),
  to: optionalField(Timestamp, 'End of the period; absent for the current manager', '2026-09-01T07:15:00.000Z'),
  planId: optionalField(Uuid, 'Id of the plan that made the change', exampleIds.orgPlan),
});
export type ManagerPeriod = Static<typeof ManagerPeriod>;

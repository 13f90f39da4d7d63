// Schemas of people: references to users, the caller, the directory, the reporting line.
import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { permissionNames, reportPermissionNames } from './permission-names.ts';
import { field, strictObject, stringEnum, withName, CalendarDate, RoleName, Timestamp, Uuid } from './values.ts';

const Roles = Type.Array(RoleName);
export const PermissionName = withName('Permission', stringEnum(...permissionNames, ...reportPermissionNames));

const UserId = field(Uuid, 'Id of the user', exampleIds.employee);
const UserName = field(Type.String(), 'Full name', 'Ines Caldeira');
const TeamName = field(Type.String(), 'Name of the team', 'Payments');
/** A department in a response. */
export const Department = field(Type.String(), 'Department of the team', 'Engineering');
const Email = field(Type.String(), 'E-mail address', 'ines.caldeira@fjordware.example');

const userRefFields = {
  id: UserId,
  name: UserName,
  jobTitle: Type.Optional(field(Type.String(), 'Job title', 'Backend engineer')),
  team: Type.Optional(TeamName),
  photoUrl: Type.Optional(
    field(Type.String({ format: 'uri' }), 'Address of the photo', 'https://photos.fjordware.example/ines.jpg'),
  ),
};
export const UserRef = withName('UserRef', Type.Object(userRefFields, strictObject));
export type UserRef = Static<typeof UserRef>;

const Count = Type.Integer({ minimum: 0 });
/** A row of the org chart, see chart/org-chart.ts. */
export const ChartRow = withName(
  'ChartRow',
  Type.Object(
    {
      ...userRefFields,
      managerId: Type.Optional(field(Uuid, 'Id of the manager; absent at the top of the chart', exampleIds.manager)),
      depth: field(Count, 'Levels below the root of the response', 1),
      reports: field(Count, 'Number of active direct reports', 8),
      below: field(Count, 'Number of active people below, at any depth', 40),
    },
    strictObject,
  ),
);
export type ChartRow = Static<typeof ChartRow>;

const manager = { ...examplePeople.manager, jobTitle: 'Engineering manager' };
const Tenant = withName(
  'Tenant',
  Type.Object(
    {
      id: field(Uuid, 'Id of the tenant', exampleIds.tenant),
      name: field(Type.String(), 'Name of the company', 'Fjordware'),
      timezone: field(Type.String(), 'Time zone of the tenant', 'Europe/Oslo'),
    },
    strictObject,
  ),
);

/** The caller. `permissions`: those that the caller holds whoever it is about. */
export const Me = withName(
  'Me',
  Type.Object(
    {
      ...userRefFields,
      department: Type.Optional(Department),
      email: Email,
      roles: field(Roles, 'Stored roles of the caller; `manager` is not one of them', []),
      isManager: field(Type.Boolean(), 'Whether the caller has direct reports', false),
      manager: Type.Optional(field(UserRef, 'Direct manager', manager)),
      tenant: field(Tenant, 'Tenant of the caller'),
      timezone: field(
        Type.String(),
        'Time zone of the caller’s weeks: their own, or that of the tenant',
        'Europe/Oslo',
      ),
      currentWeek: field(CalendarDate, 'Monday of the current week of the caller'),
      permissions: field(Type.Array(PermissionName), 'Permissions of the caller towards everyone or for reports', []),
      unreadNotifications: field(Type.Integer({ minimum: 0 }), 'Number of unread notifications', 2),
    },
    strictObject,
  ),
);
export type Me = Static<typeof Me>;

const forReadersOfTheChain = 'sent to those who may read the user’s chain';

/** A row of the directory. Fields from `email` on are for those who may read the user's chain. */
const directoryFields = {
  ...userRefFields,
  department: Type.Optional(Department),
  email: Type.Optional(field(Email, `E-mail address; ${forReadersOfTheChain}`)),
  active: Type.Optional(field(Type.Boolean(), `Whether the user is active; ${forReadersOfTheChain}`, true)),
  managerId: Type.Optional(field(Uuid, `Id of the direct manager; ${forReadersOfTheChain}`, exampleIds.manager)),
  manager: Type.Optional(field(UserRef, `Direct manager; ${forReadersOfTheChain}`, manager)),
  roles: Type.Optional(field(Roles, `Roles of the user; ${forReadersOfTheChain}`, [])),
  updatedAt: Type.Optional(field(Timestamp, `Time of the last change; ${forReadersOfTheChain}`)),
} satisfies TProperties;
export const DirectoryEntry = withName('DirectoryEntry', Type.Object(directoryFields, strictObject));
export type DirectoryEntry = Static<typeof DirectoryEntry>;

/** A user of the directory with what names them elsewhere. */
export const DirectoryUser = withName(
  'DirectoryUser',
  Type.Object(
    {
      ...directoryFields,
      timezone: Type.Optional(
        field(Type.String(), `Time zone, if it is not the tenant’s; ${forReadersOfTheChain}`, 'Pacific/Auckland'),
      ),
      employeeNumber: Type.Optional(field(Type.String(), `Number in the company; ${forReadersOfTheChain}`, 'E-1042')),
      externalId: Type.Optional(field(Type.String(), `Id in the directory; ${forReadersOfTheChain}`, '00u1a2b3')),
      preferredLanguage: Type.Optional(
        field(Type.String(), `Language, unless the user chose one; ${forReadersOfTheChain}`, 'de'),
      ),
      emailStopped: Type.Optional(
        field(
          Type.Boolean(),
          `True when the address gets no more e-mails, after a bounce or complaint; ${forReadersOfTheChain}`,
          true,
        ),
      ),
      region: Type.Optional(
        field(
          Type.String(),
          `Region whose public holidays hold, if not that of the tenant; ${forReadersOfTheChain}`,
          'DE-BY',
        ),
      ),
      pendingManager: Type.Optional(
        field(Type.String(), `Reference to a manager who is not there yet; ${forReadersOfTheChain}`, 'e-7'),
      ),
    },
    strictObject,
  ),
);
export type DirectoryUser = Static<typeof DirectoryUser>;

export const Team = withName(
  'Team',
  Type.Object(
    {
      name: field(Type.String(), 'Name of the team', 'Payments'),
      department: Type.Optional(field(Type.String(), 'Department of the team', 'Engineering')),
      size: field(Type.Integer({ minimum: 0 }), 'Number of active members', 7),
    },
    strictObject,
  ),
);
export type Team = Static<typeof Team>;

/** The path parameters of a user. */
export const UserPath = Type.Object({ userId: field(Uuid, 'The user', exampleIds.employee) });

/** The body of PUT …/manager. */
export const ManagerChange = withName(
  'ManagerChange',
  Type.Object({ managerId: field(Uuid, 'Id of the new direct manager', exampleIds.manager) }, strictObject),
);

/** A user and their new manager. */
export const ManagerAssignment = withName(
  'ManagerAssignment',
  Type.Object(
    {
      user: field(UserRef, 'The moved user'),
      managerId: field(Uuid, 'Id of the direct manager after the move', exampleIds.manager),
    },
    strictObject,
  ),
);

/** A time during which a user had the same manager. */
export const ManagerPeriod = withName(
  'ManagerPeriod',
  Type.Object(
    {
      manager: field(UserRef, 'Direct manager in the period', manager),
      from: field(Timestamp, 'Start of the period', '2026-03-02T08:30:00.000Z'),
      to: Type.Optional(
        field(Timestamp, 'End of the period; absent for the current manager', '2026-09-01T07:15:00.000Z'),
      ),
      planId: Type.Optional(field(Uuid, 'Id of the plan that made the change', exampleIds.orgPlan)),
    },
    strictObject,
  ),
);
export type ManagerPeriod = Static<typeof ManagerPeriod>;

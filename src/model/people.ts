// Schemas of people: references to users, the caller, the directory.
import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { strictObject, withName, CalendarDate, Uuid } from './values.ts';

/** The roles that are stored on a user. "Manager" is not a role: managers are users with direct reports. */
export const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'] as const;
export type Role = (typeof roles)[number];
const Roles = Type.Array(Type.Unsafe<Role>({ type: 'string', enum: roles }));

const userRefFields = {
  id: Uuid,
  name: Type.String(),
  jobTitle: Type.Optional(Type.String()),
  team: Type.Optional(Type.String()),
  photoUrl: Type.Optional(Type.String({ format: 'uri' })),
};
export const UserRef = withName('UserRef', Type.Object(userRefFields, strictObject));
export type UserRef = Static<typeof UserRef>;

/** A user as embedded in summaries, responses and boards. */
export const Person = Type.Object({ id: Uuid, name: Type.String(), team: Type.Optional(Type.String()) }, strictObject);
export type Person = Static<typeof Person>;

/** The caller. `permissions`: those that the caller holds whoever it is about. */
export const Me = withName(
  'Me',
  Type.Object(
    {
      ...userRefFields,
      department: Type.Optional(Type.String()),
      email: Type.String(),
      roles: Roles,
      isManager: Type.Boolean(),
      manager: Type.Optional(UserRef),
      tenant: Type.Object({ id: Uuid, name: Type.String(), timezone: Type.String() }, strictObject),
      currentWeek: CalendarDate,
      permissions: Type.Array(Type.String()),
      unreadNotifications: Type.Integer({ minimum: 0 }),
    },
    strictObject,
  ),
);
export type Me = Static<typeof Me>;

/** A row of the directory. Fields from `email` on are for those who may read the user's chain. */
const directoryFields = {
  ...userRefFields,
  department: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
  managerId: Type.Optional(Uuid),
  roles: Type.Optional(Roles),
} satisfies TProperties;
export const DirectoryEntry = withName('DirectoryEntry', Type.Object(directoryFields, strictObject));
export type DirectoryEntry = Static<typeof DirectoryEntry>;

/** A user of the directory with their manager. */
export const DirectoryUser = withName(
  'DirectoryUser',
  Type.Object({ ...directoryFields, manager: Type.Optional(UserRef) }, strictObject),
);
export type DirectoryUser = Static<typeof DirectoryUser>;

export const Team = withName(
  'Team',
  Type.Object(
    { name: Type.String(), department: Type.Optional(Type.String()), size: Type.Integer({ minimum: 0 }) },
    strictObject,
  ),
);
export type Team = Static<typeof Team>;

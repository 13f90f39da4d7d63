// One person as the database returns them, and as a change would have them.
import type { Role } from '../../../platform/access/permissions.ts';
import type { KeyOwner } from './match-person.ts';

export type PersonRecord = {
  id: string;
  email: string;
  name: string;
  jobTitle?: string;
  photoUrl?: string;
  roles: Role[];
  active: boolean;
  startDate?: string;
  /** Of their weeks and days; absent: the tenant's. */
  timezone?: string;
  createdAt: string;
  updatedAt: string;
  team?: string;
  /** The department of the team. */
  teamDepartment?: string;
  manager?: ManagerRecord;
  /** The company's own number of the person, unique in the tenant. */
  employeeNumber?: string;
  /** As a directory, file or admin says it; what the person chose themself comes first. */
  preferredLanguage?: string;
  /** The address to which no e-mails are sent after a bounce or complaint. */
  emailStopped?: string;
  /** What a directory keeps of them, see src/features/scim/. */
  externalId?: string;
  userName?: string;
  givenName?: string;
  familyName?: string;
  /** As the directory sent it; access and reports use that of the team. */
  department?: string;
  /** The roles that they have only because of groups of the directory. The other roles were given by a person. */
  grantedRoles?: Role[];
  /** Roles that an admin took away: no group gives them again. */
  deniedRoles?: Role[];
  /** Whether the directory has deleted them. */
  removed?: boolean;
  /** Whether a directory gave them a key after they had left: it does not bring them back. */
  hasNewKeys?: boolean;
  /** The region whose public holidays apply, such as `DE-BY`. Without one, it is the region of the tenant. */
  region?: string;
  /** Days of the week with blanks between them. Without them, the days of the region or the tenant apply. */
  workingDays?: string;
  /** `no`: nobody expects them to check in or to set goals. */
  checkInsExpected?: string;
  /** As it was sent: the id, number, user name or address of a manager who is not there yet. */
  pendingManager?: string;
  /** The admin who said so; absent where a directory or the operator did. */
  pendingById?: string;
};

export type ManagerRecord = {
  id: string;
  name: string;
  jobTitle?: string;
  photoUrl?: string;
  active: boolean;
  email: string;
  team?: string;
};

/** The fields that are properties of the user. */
export const plainFields = [
  'email',
  'name',
  'jobTitle',
  'roles',
  'timezone',
  'employeeNumber',
  'pendingManager',
  'preferredLanguage',
  'emailStopped',
  'externalId',
  'userName',
  'givenName',
  'familyName',
  'department',
  'region',
  'workingDays',
  'checkInsExpected',
  'removed',
] as const;
type PlainField = (typeof plainFields)[number];

/** Null removes a value; what is absent stays. */
export type PersonChange = {
  [Field in PlainField]?: NonNullable<PersonRecord[Field]> | (undefined extends PersonRecord[Field] ? null : never);
} & {
  active?: boolean;
  startDate?: string | null;
  /**
   * The team to join, which is created if it is new. `department` becomes that of the team, `newDepartment` only if the
   * team is new. Null leaves the team.
   */
  team?: { name: string; department?: string; newDepartment?: string } | null;
  /** Null moves to the top. The id of somebody who is there. */
  managerId?: string | null;
  /** As `managerId`: an id, number, external id, user name or address, perhaps of somebody who is not there yet. */
  manager?: string | null;
  /** Somebody who has left comes back: their id. */
  returns?: string;
  /** Whoever has left and has the address or user name is somebody else, and gives it up. */
  newPerson?: boolean;
};

/** What the graph knows about a change that is to be made. `owners` are the people who have a value that it names. */
export type PersonFacts = {
  person: PersonRecord | null;
  manager: { id: string; active: boolean; removed?: boolean } | null;
  cycle: boolean;
  activeReports: number;
  /** Whether anybody reports to them, also somebody who has left. */
  hasReports: boolean;
  /** Whether they are the caller. */
  isSelf: boolean;
  /** Whether the caller is a user: neither a directory nor the operator. */
  isByAdmin: boolean;
  /** Whether somebody else is an active admin of the tenant. */
  hasOtherAdmin: boolean;
  owners: Record<'email' | 'userName' | 'externalId' | 'employeeNumber' | 'returns', KeyOwner | null>;
  /** The names of the groups of a directory that the person is in. */
  groups: string[];
  /** The settings of the tenant that were set. */
  settings: { groupRoles?: string[]; groupTeams?: string[]; roleApproval?: 'none' | 'second_admin' };
};

/** The type of the change that is told, by the action of the audit entry. */
export const changeTypes = {
  'person.create': 'user.created',
  'person.update': 'user.updated',
  'person.deactivate': 'user.deactivated',
  'person.activate': 'user.activated',
} as const;
export type PersonAction = keyof typeof changeTypes;

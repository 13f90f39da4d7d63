// Schemas of the changes that admins make to one person.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../../platform/schema/examples.ts';
import { DirectoryUser, UserRef } from '../../../platform/schema/people.ts';
import { languageTag } from '../../../platform/lib/languages.ts';
import {
  CalendarDate,
  field,
  notBlank,
  orNull,
  plainText,
  RoleName,
  strictObject,
  Timestamp,
  Uuid,
  withName,
  namedObject,
  optionalField,
} from '../../../platform/schema/values.ts';

/** A line of text, as long as in an import. */
const Line = Type.String({ format: 'text', pattern: plainText, maxLength: 200 });
const Address = Type.String({ format: 'text', pattern: notBlank, maxLength: 254 });

const email = field(Address, 'E-mail address, unique in the tenant', 'ines.caldeira@fjordware.example');
const name = field(Line, 'Full name', 'Ines Caldeira');
const StoredRoles = Type.Array(RoleName, { maxItems: 4 });
const rolesText = 'Stored roles of the user; replaces all earlier ones';
const department = optionalField(
  Line,
  'Department of the team; applies to all its members, and requires `team`',
  'Engineering',
);

const timezone = field(Line, 'Time zone of the weeks and days of the user', 'Pacific/Auckland');
const employeeNumber = field(Line, 'Number of the person in the company, unique in the tenant', 'E-1042');
const externalId = field(Line, 'Id of the person in the directory of the company, unique in the tenant', '00u1a2b3');
const language = Type.String({ format: 'text', pattern: languageTag.source, maxLength: 35 });
const region = field(Line, 'Country or part of it whose public holidays hold, instead of that of the tenant', 'DE-BY');
const workingDays = field(
  Line,
  'Days of the week on which the user works, instead of those of region or tenant',
  'Monday Tuesday Wednesday',
);
const saysExpected =
  'no: nobody expects the user to check in or to set goals, as an owner, a member of a board or a shared mailbox';
const newPerson = optionalField(
  Type.Boolean(),
  'Whether somebody who has left and has the address is another person, and gives it up',
  false,
);

const managerReference = field(
  Address,
  'Id, number, external id, user name or address of the manager, who may come later; instead of `managerId`',
  'E-7',
);

export const UserInput = namedObject('UserInput', {
  email,
  name,
  jobTitle: optionalField(Line, 'Job title', 'Backend engineer'),
  team: optionalField(Line, 'Name of the team; created if it does not exist', 'Payments'),
  department,
  managerId: optionalField(Uuid, 'Id of the direct manager; absent at the top of the chart', exampleIds.manager),
  roles: optionalField(StoredRoles, rolesText, []),
  startDate: optionalField(CalendarDate, 'First day of work', '2026-11-16'),
  timezone: Type.Optional(timezone),
  manager: Type.Optional(managerReference),
  employeeNumber: Type.Optional(employeeNumber),
  externalId: Type.Optional(externalId),
  preferredLanguage: optionalField(language, 'Language, unless the user chooses another', 'de'),
  region: Type.Optional(region),
  workingDays: Type.Optional(workingDays),
  checkInsExpected: optionalField(Type.Literal('no'), saysExpected, 'no'),
  returns: optionalField(Uuid, 'Id of the user who has left and is back', exampleIds.colleague),
  newPerson,
});
export type UserInput = Static<typeof UserInput>;

/** Somebody who is to report to a manager who is not there yet. */
export const PendingManager = namedObject('PendingManager', {
  user: field(UserRef, 'The person who waits', examplePeople.employee),
  manager: field(Type.String(), 'Id, number, external id, user name or address of the manager', 'e-7'),
});
export type PendingManager = Static<typeof PendingManager>;

/** What is left out stays; null removes it. */
export const UserChange = withName(
  'UserChange',
  Type.Object(
    {
      email: Type.Optional(email),
      name: Type.Optional(name),
      jobTitle: optionalField(orNull(Line), 'Job title, or null for none', 'Backend engineer'),
      team: optionalField(orNull(Line), 'Name of the team, or null for none', 'Payments'),
      department,
      roles: optionalField(orNull(StoredRoles), `${rolesText}; null for none`, []),
      startDate: optionalField(orNull(CalendarDate), 'First day of work, or null if unknown', '2026-11-16'),
      timezone: optionalField(orNull(Line), 'Time zone, or null for that of the tenant', 'Pacific/Auckland'),
      manager: Type.Optional(managerReference),
      employeeNumber: optionalField(orNull(Line), 'Number of the person in the company, or null for none', 'E-1042'),
      externalId: optionalField(orNull(Line), 'Id of the person in the directory, or null for none', '00u1a2b3'),
      preferredLanguage: optionalField(
        orNull(language),
        'Language, unless the user chooses another; null for that of the tenant',
        'de',
      ),
      emailStopped: optionalField(
        orNull(Type.Literal(false)),
        'Whether the address gets no e-mails: false or null lets them go on',
        false,
      ),
      region: optionalField(
        orNull(Line),
        'Country or part of it whose public holidays hold, or null for that of the tenant',
        'DE-BY',
      ),
      workingDays: optionalField(
        orNull(Line),
        'Days of the week on which the user works, or null for those of region or tenant',
        'Monday Tuesday Wednesday',
      ),
      checkInsExpected: optionalField(orNull(Type.Literal('no')), `${saysExpected}; null: they are expected to`, 'no'),
      newPerson,
    },
    { ...strictObject, minProperties: 1 },
  ),
);
export type UserChange = Static<typeof UserChange>;

/** A user who was deactivated. */
export const DeactivatedUser = namedObject('DeactivatedUser', {
  ...DirectoryUser.properties,
  scheduledPlans: optionalField(
    Type.Array(
      namedObject('ScheduledPlan', {
        id: field(Uuid, 'Id of the plan', exampleIds.orgPlan),
        name: field(Type.String(), 'Name of the plan', 'Payments becomes two teams'),
        effectiveOn: field(CalendarDate, 'Day on which it would be applied', '2026-12-01'),
      }),
    ),
    'Scheduled plans that the user wrote or approved, which are blocked on their day; at most 100',
  ),
});
export type DeactivatedUser = Static<typeof DeactivatedUser>;

const Requested = field(RoleName, 'The role', 'people_team');
const RequestId = field(Uuid, 'Id of the request', exampleIds.importJob);
export const RoleRequestInput = namedObject('RoleRequestInput', { role: Requested });
export const RoleRequestDecision = namedObject('RoleRequestDecision', { requestId: RequestId });
export const RoleRequestReceipt = namedObject('RoleRequestReceipt', { id: RequestId, role: Requested });

/** A role that an admin wants somebody to have, and that another admin has not given yet. */
export const RoleRequest = namedObject('RoleRequest', {
  id: RequestId,
  user: field(UserRef, 'The person who is to have the role', examplePeople.employee),
  role: Requested,
  requesterId: field(Type.String(), 'Who requested it: the id of a user, or `operator`', exampleIds.manager),
  requester: optionalField(UserRef, 'Who requested it; absent once erased', examplePeople.manager),
  requestedAt: field(Timestamp, 'When it was requested'),
});
export type RoleRequest = Static<typeof RoleRequest>;

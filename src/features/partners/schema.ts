// Schemas of partners: who has the sight of the People Team, for which part of the company, and when.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import { CalendarDate, Count, field, namedObject, optionalField, Uuid } from '../../platform/schema/values.ts';

const from = field(CalendarDate, 'First day, in the time zone of the tenant; a day that has passed counts as today');
const to = field(CalendarDate, 'Last day; at most 53 weeks after the first', '2027-06-30');

export const GroupRef = namedObject('GroupRef', {
  id: field(Uuid, 'Id of the group', exampleIds.group),
  name: field(Type.String(), 'Its name', 'HR Sales'),
});
const below = optionalField(UserRef, 'Everyone below this person is in the part', examplePeople.manager);
const department = optionalField(Type.String(), 'Everyone of this department is in the part', 'Engineering');

export const Part = namedObject('Part', {
  id: field(Uuid, 'Id of the part', exampleIds.part),
  partner: field(UserRef, 'Who is the partner', examplePeople.colleague),
  below,
  department,
  from,
  to,
  group: optionalField(GroupRef, 'The group of a directory that makes the partner, as its member'),
});
export type Part = Static<typeof Part>;

export const GroupPart = namedObject('GroupPart', {
  id: field(Uuid, 'Id of the part that the group gives', exampleIds.part),
  group: field(GroupRef, 'The group of a directory whose members are the partners'),
  below,
  department,
  from,
  to,
  partners: field(Count, 'How many of its members it has made partners', 3),
});
export type GroupPart = Static<typeof GroupPart>;

export const PartsOfUser = namedObject('PartsOfUser', {
  partners: field(Type.Array(Part), 'The partners of the user, now or later, the earliest first'),
  parts: field(Type.Array(Part), 'Of which parts the user is the partner, now or later'),
});

export const PartnerRequest = namedObject('PartnerRequest', {
  userId: optionalField(Uuid, 'Who is to be the partner; or the members of a group', exampleIds.colleague),
  groupId: optionalField(
    Uuid,
    'A group of a directory, whose members are to be partners; or a person',
    exampleIds.group,
  ),
  belowId: optionalField(Uuid, 'Everyone below this person; or a department', exampleIds.manager),
  department: optionalField(
    Type.String({ minLength: 1, maxLength: 200 }),
    'Everyone of this department; or those below a person',
    'Engineering',
  ),
  from,
  to,
});

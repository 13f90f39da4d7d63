// Schemas of partners: who has the sight of the People Team, for which part of the company, and when.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import { CalendarDate, field, namedObject, optionalField, Uuid } from '../../platform/schema/values.ts';

const from = field(CalendarDate, 'First day, in the time zone of the tenant; a day that has passed counts as today');
const to = field(CalendarDate, 'Last day; at most 53 weeks after the first', '2027-06-30');

export const Part = namedObject('Part', {
  id: field(Uuid, 'Id of the part', exampleIds.part),
  partner: field(UserRef, 'Who is the partner', examplePeople.colleague),
  below: optionalField(UserRef, 'Everyone below this person is in the part', examplePeople.manager),
  department: optionalField(Type.String(), 'Everyone of this department is in the part', 'Engineering'),
  from,
  to,
});
export type Part = Static<typeof Part>;

export const PartsOfUser = namedObject('PartsOfUser', {
  partners: field(Type.Array(Part), 'The partners of the user, now or later, the earliest first'),
  parts: field(Type.Array(Part), 'Of which parts the user is the partner, now or later'),
});

export const PartnerRequest = namedObject('PartnerRequest', {
  userId: field(Uuid, 'Who is to be the partner', exampleIds.colleague),
  belowId: optionalField(Uuid, 'Everyone below this person; or a department', exampleIds.manager),
  department: optionalField(
    Type.String({ minLength: 1, maxLength: 200 }),
    'Everyone of this department; or those below a person',
    'Engineering',
  ),
  from,
  to,
});

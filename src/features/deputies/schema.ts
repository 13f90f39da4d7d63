// Schemas of deputies: who acts for a manager, when, and for what.
import { Type, type Static } from '@sinclair/typebox';
import { deputyRights } from '../../platform/permissions.ts';
import { examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import { field, openEnum, optionalField, withName, CalendarDate, namedObject } from '../../platform/schema/values.ts';

const DeputyRight = withName('DeputyRight', openEnum(...deputyRights));
const term = {
  from: field(CalendarDate, 'First day, in the time zone of the tenant; a day that has passed counts as today'),
  to: field(CalendarDate, 'Last day; at most 53 weeks after the first', '2026-11-27'),
  rights: field(
    Type.Array(DeputyRight, { minItems: 1, maxItems: 2, uniqueItems: true }),
    '`read`: what the manager may read by the line; `answer`: respond to summaries, and read these',
    ['read', 'answer'],
  ),
};

export const Deputy = namedObject('Deputy', {
  manager: field(UserRef, 'The manager', examplePeople.manager),
  deputy: field(UserRef, 'Who acts for the manager', examplePeople.colleague),
  hasLeft: optionalField(
    Type.Literal(true),
    'True when the deputy has left, so that nobody acts for the manager',
    true,
  ),
  ...term,
});
export type Deputy = Static<typeof Deputy>;

export const Deputies = namedObject('Deputies', {
  deputies: field(Type.Array(Deputy), 'Deputies of the user, now or later, the earliest first'),
  deputyFor: field(Type.Array(Deputy), 'For whom the user is a deputy, now or later'),
});

/** The body of PUT /users/{userId}/deputies/{deputyId}. */
export const DeputyInput = namedObject('DeputyInput', term);

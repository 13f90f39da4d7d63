// Schemas of what waits for a second admin.
import { Type, type Static } from '@sinclair/typebox';
import { approvalKinds } from './approval-kinds.ts';
import { DeputyInput } from '../deputies/schema.ts';
import { GroupRef } from '../partners/schema.ts';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import {
  CalendarDate,
  field,
  namedObject,
  optionalField,
  RoleName,
  openEnum,
  Timestamp,
  Uuid,
  withName,
} from '../../platform/schema/values.ts';

export const ApprovalKind = withName('ApprovalKind', openEnum(...approvalKinds));
const id = field(Uuid, 'Id of the request', exampleIds.importJob);
const kind = field(
  ApprovalKind,
  'What is requested: a role; a deputy of a manager; the partner of a part of the company; another manager; that plans need no second admin; or the first ' +
    'sign-in of a person that an admin made possible',
  'deputy',
);

export const DeputyRequest = namedObject('DeputyRequest', {
  userId: field(Uuid, 'The manager', exampleIds.manager),
  deputyId: field(Uuid, 'Who is to be the deputy', exampleIds.colleague),
  ...DeputyInput.properties,
});
export const MoveRequest = namedObject('MoveRequest', {
  userId: field(Uuid, 'Who is to have another manager', exampleIds.employee),
  managerId: field(Uuid, 'The manager', exampleIds.manager),
});

export const ApprovalReceipt = namedObject('ApprovalReceipt', { id, kind });

/** Something that one admin wants, and that another admin has not decided yet. */
export const Approval = namedObject('Approval', {
  id,
  kind,
  user: optionalField(
    UserRef,
    'The person it is about; for a deputy the manager, for a partner the partner',
    examplePeople.manager,
  ),
  group: optionalField(
    GroupRef,
    'Of a partner: the group of a directory whose members are to be partners; absent once deleted',
  ),
  role: optionalField(RoleName, 'The role', 'people_team'),
  deputy: optionalField(UserRef, 'Who is to be the deputy', examplePeople.colleague),
  below: optionalField(UserRef, 'Of a partner: everyone below this person is in the part', examplePeople.manager),
  department: optionalField(Type.String(), 'Of a partner: the key of the department that is the part', 'engineering'),
  from: optionalField(CalendarDate, 'First day of the deputy or the partner'),
  to: optionalField(CalendarDate, 'Last day of the deputy or the partner', '2026-11-27'),
  rights: optionalField(Type.Array(Type.String()), 'Rights of the deputy', ['read']),
  manager: optionalField(UserRef, 'Who is to be the manager', examplePeople.manager),
  changed: optionalField(
    Type.Array(Type.String()),
    'Of a sign-in: what somebody has to approve still: that an admin changed `email`, `userName` or `externalId`, unbound an account (`identity`), made the person or brought them back (`made`), or added the identity provider (`issuer`); or that the person is bound at another provider (`otherIssuer`)',
    ['email'],
  ),
  issuer: optionalField(
    Type.String(),
    'Of a sign-in: the identity provider at which it waits',
    'https://fjordware.okta.example/oauth2/default',
  ),
  requesterId: field(Type.String(), 'Who requested it, or made the change: the id of a user', exampleIds.manager),
  requester: optionalField(UserRef, 'The same person; absent once erased', examplePeople.manager),
  requestedAt: field(Timestamp, 'When it was requested'),
  expiresAt: optionalField(Timestamp, 'When the request ends by itself; a sign-in waits until it is approved'),
});
export type Approval = Static<typeof Approval>;

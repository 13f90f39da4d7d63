// Schemas of nominations and the nomination window.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import {
  field,
  stringEnum,
  withName,
  NonEmptyText,
  ShortText,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

export const NominationKind = withName('NominationKind', stringEnum('team', 'individual'));

/** A calendar month, `YYYY-MM`. */
export const Period = field(
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', maxLength: 7 }),
  'Month of the nomination, YYYY-MM',
  '2026-11',
);

const reason = 'Kept the service running through the move.';

/** The body of POST /mvp/nominations/team; duplicate ids count once. */
export const TeamNomination = namedObject('TeamNomination', {
  teamName: field(ShortText, 'Name of the team', 'Payments'),
  memberUserIds: field(
    Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
    'Ids of the nominated members, active users of the tenant',
    [exampleIds.manager, exampleIds.colleague],
  ),
  reason: field(NonEmptyText, 'Reason for nominating the team', reason),
});

/** The body of POST /mvp/nominations/individual. */
export const IndividualNomination = namedObject('IndividualNomination', {
  nomineeUserId: field(Uuid, 'Id of an active user of the tenant', exampleIds.colleague),
  reason: field(NonEmptyText, 'Reason for nominating the person', reason),
});

export const NominationConfirmation = namedObject('NominationConfirmation', {
  id: field(Uuid, 'Id of the nomination', exampleIds.nomination),
  confirmationMessage: field(
    Type.String(),
    'Confirmation text for the nominator',
    'Your nomination of Tomás Oliveira for November 2026 is in.',
  ),
});

const UsedNominations = namedObject('UsedNominations', {
  individual: field(Type.Boolean(), 'Whether the caller has nominated a person', true),
  teams: field(Type.Array(Type.String()), 'Names of the teams nominated by the caller', ['Payments']),
});

/** The current or next window, `closesAt` excluded. `used`: the nominations the caller has already made in it. */
export const NominationWindow = namedObject('NominationWindow', {
  period: Period,
  opensAt: field(Timestamp, 'Time at which nominations open', '2026-11-19T23:00:00.000Z'),
  closesAt: field(Timestamp, 'Time at which nominations close', '2026-11-30T23:00:00.000Z'),
  open: field(Type.Boolean(), 'Whether nominations are open now', true),
  used: field(UsedNominations, 'Nominations of the caller in this period'),
});
export type NominationWindow = Static<typeof NominationWindow>;

/** A nomination. `teamName` is sent for a team. */
export const Nomination = namedObject('Nomination', {
  id: field(Uuid, 'Id of the nomination', exampleIds.nomination),
  kind: field(NominationKind, 'Type of the nomination'),
  teamName: optionalField(Type.String(), 'Name of the team; absent for a person', 'Payments'),
  nominees: field(Type.Array(UserRef), 'Nominated people'),
  nominator: field(UserRef, 'Nominator', examplePeople.colleague),
  reason: field(Type.String(), 'Reason given by the nominator', reason),
  period: Period,
  createdAt: field(Timestamp, 'Time of the nomination'),
});
export type Nomination = Static<typeof Nomination>;

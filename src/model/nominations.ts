// Schemas of nominations and the nomination window.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { strictObject, withName, NonEmptyText, Timestamp, Uuid } from './values.ts';

/** A calendar month, `YYYY-MM`. */
export const Period = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });

/** The body of POST /mvp/nominations/team; duplicate ids count once. */
export const TeamNomination = withName(
  'TeamNomination',
  Type.Object(
    { teamName: NonEmptyText, memberUserIds: Type.Array(Uuid, { minItems: 1 }), reason: NonEmptyText },
    strictObject,
  ),
);

/** The body of POST /mvp/nominations/individual. */
export const IndividualNomination = withName(
  'IndividualNomination',
  Type.Object({ nomineeUserId: Uuid, reason: NonEmptyText }, strictObject),
);

export const NominationConfirmation = withName(
  'NominationConfirmation',
  Type.Object({ id: Uuid, confirmationMessage: Type.String() }, strictObject),
);

/** The current or next window, `closesAt` excluded. `used`: the nominations the caller has already made in it. */
export const NominationWindow = withName(
  'NominationWindow',
  Type.Object(
    {
      period: Period,
      opensAt: Timestamp,
      closesAt: Timestamp,
      open: Type.Boolean(),
      used: Type.Object({ individual: Type.Boolean(), teams: Type.Array(Type.String()) }, strictObject),
    },
    strictObject,
  ),
);

/** A nomination. `teamName` is sent for a team. */
export const Nomination = withName(
  'Nomination',
  Type.Object(
    {
      id: Uuid,
      kind: Type.Unsafe<'team' | 'individual'>({ type: 'string', enum: ['team', 'individual'] }),
      teamName: Type.Optional(Type.String()),
      nominees: Type.Array(Person),
      nominator: Person,
      reason: Type.String(),
      period: Period,
      createdAt: Timestamp,
    },
    strictObject,
  ),
);
export type Nomination = Static<typeof Nomination>;

// Schemas of nominations and the nomination window.
import { Type } from '@sinclair/typebox';
import { strictObject, withName, NonEmptyText, Timestamp, Uuid } from './values.ts';

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
      period: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
      opensAt: Timestamp,
      closesAt: Timestamp,
      open: Type.Boolean(),
      used: Type.Object({ individual: Type.Boolean(), teams: Type.Array(Type.String()) }, strictObject),
    },
    strictObject,
  ),
);

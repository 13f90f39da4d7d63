// Nominations, and the window in which they are made.
import { Type } from '@sinclair/typebox';
import { closed, named, NonEmptyText, Timestamp, Uuid } from './values.ts';

/** The body of POST /mvp/nominations/team; whoever is listed twice counts once. */
export const TeamNomination = named(
  'TeamNomination',
  Type.Object(
    { teamName: NonEmptyText, memberUserIds: Type.Array(Uuid, { minItems: 1 }), reason: NonEmptyText },
    closed,
  ),
);

/** The body of POST /mvp/nominations/individual. */
export const IndividualNomination = named(
  'IndividualNomination',
  Type.Object({ nomineeUserId: Uuid, reason: NonEmptyText }, closed),
);

export const NominationConfirmation = named(
  'NominationConfirmation',
  Type.Object({ id: Uuid, confirmationMessage: Type.String() }, closed),
);

/** The nomination window that is open or opens next (from `opensAt` until just before `closesAt`), and what is used up. */
export const NominationWindow = named(
  'NominationWindow',
  Type.Object(
    {
      period: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
      opensAt: Timestamp,
      closesAt: Timestamp,
      open: Type.Boolean(),
      used: Type.Object({ individual: Type.Boolean(), teams: Type.Array(Type.String()) }, closed),
    },
    closed,
  ),
);

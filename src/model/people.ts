// Schemas of people.
import { Type, type Static } from '@sinclair/typebox';
import { strictObject, withName, Uuid } from './values.ts';

export const UserRef = withName(
  'UserRef',
  Type.Object(
    {
      id: Uuid,
      name: Type.String(),
      jobTitle: Type.Optional(Type.String()),
      team: Type.Optional(Type.String()),
      photoUrl: Type.Optional(Type.String({ format: 'uri' })),
    },
    strictObject,
  ),
);
export type UserRef = Static<typeof UserRef>;

/** A user as embedded in summaries, responses and boards. */
export const Person = Type.Object({ id: Uuid, name: Type.String(), team: Type.Optional(Type.String()) }, strictObject);
export type Person = Static<typeof Person>;

// The interface's resources, in its order, as schemas that validate, document and give the types.
import { Type, type Static, type TSchema } from '@sinclair/typebox';

/** Marks a named schema for the OpenAPI document. */
const named = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, $id: name });

/** A UUID; capitals are accepted and read as small letters. */
export const Uuid = Type.String({ format: 'uuid', lowercase: true });
/** A day of the calendar from 1900 to 2199; 2026-02-30 is none. */
export const CalendarDate = Type.String({ format: 'calendar-date' });
export const Timestamp = Type.String({ format: 'date-time' });
/** Unicode as sent, but for NUL and lone surrogates; at most 10,000 characters. */
export const Text = Type.String({ format: 'text', maxLength: 10_000 });
/** Text that may hold mark-up of an allow-list; cleaned when it is written. */
export const RichText = Type.String({ format: 'text', maxLength: 10_000, description: 'Rich text' });

const closed = { additionalProperties: false } as const;

export const UserRef = named(
  'UserRef',
  Type.Object(
    {
      id: Uuid,
      name: Type.String(),
      jobTitle: Type.Optional(Type.String()),
      team: Type.Optional(Type.String()),
      photoUrl: Type.Optional(Type.String({ format: 'uri' })),
    },
    closed,
  ),
);
export type UserRef = Static<typeof UserRef>;

/** A user as embedded in summaries, responses and boards. */
export const Person = Type.Object({ id: Uuid, name: Type.String(), team: Type.Optional(Type.String()) }, closed);

const Score = Type.Integer({ minimum: 1, maximum: 5 });

export const Scores = named(
  'Scores',
  Type.Object({ qualityOfWork: Score, personalWellbeing: Score, professionalWellbeing: Score }, closed),
);

export const ManagerResponse = named(
  'ManagerResponse',
  Type.Object({ id: Uuid, manager: Person, body: RichText, createdAt: Timestamp }, closed),
);
export type ManagerResponse = Static<typeof ManagerResponse>;

export const Summary = named(
  'Summary',
  Type.Object(
    {
      id: Uuid,
      user: Person,
      weekStart: CalendarDate,
      scores: Scores,
      proud: Type.Optional(RichText),
      obstacles: Type.Optional(Text),
      learned: Type.Optional(Text),
      important: Type.Optional(Text),
      createdAt: Timestamp,
      response: Type.Optional(ManagerResponse),
    },
    closed,
  ),
);
export type Summary = Static<typeof Summary>;

/** The body of POST and PATCH /summaries. */
export const SummaryInput = named(
  'SummaryInput',
  Type.Object(
    { weekStart: CalendarDate, scores: Scores, proud: RichText, obstacles: Text, learned: Text, important: Text },
    closed,
  ),
);
export type SummaryInput = Static<typeof SummaryInput>;

export const ErrorBody = named('ErrorBody', Type.Object({ code: Type.String(), message: Type.String() }, closed));
export type ErrorBody = Static<typeof ErrorBody>;

// Weekly summaries, their responses, and the digest of a week.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { CalendarDate, closed, named, RichText, Text, Timestamp, Uuid } from './values.ts';

const Score = Type.Integer({ minimum: 1, maximum: 5 });

export const Scores = named(
  'Scores',
  Type.Object({ qualityOfWork: Score, personalWellbeing: Score, professionalWellbeing: Score }, closed),
);

export type Scores = Static<typeof Scores>;

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

export const DigestRow = named(
  'DigestRow',
  Type.Object(
    {
      user: Type.Optional(Person),
      department: Type.Optional(Type.String()),
      scores: Type.Optional(Scores),
      submitted: Type.Optional(Type.Boolean()),
      summaryId: Type.Optional(Uuid),
    },
    closed,
  ),
);
export type DigestRow = Static<typeof DigestRow>;

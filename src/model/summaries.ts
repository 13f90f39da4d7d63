// Weekly summaries, their responses, and the digest of a week.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { CalendarDate, strictObject, withName, RichText, Text, Timestamp, Uuid } from './values.ts';

const Dimension = Type.Unsafe<'qualityOfWork' | 'personalWellbeing' | 'professionalWellbeing'>({
  type: 'string',
  enum: ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'],
});

const Score = Type.Integer({ minimum: 1, maximum: 5 });

export const Scores = withName(
  'Scores',
  Type.Object({ qualityOfWork: Score, personalWellbeing: Score, professionalWellbeing: Score }, strictObject),
);

export type Scores = Static<typeof Scores>;

export const ManagerResponse = withName(
  'ManagerResponse',
  Type.Object({ id: Uuid, manager: Person, body: RichText, createdAt: Timestamp }, strictObject),
);
export type ManagerResponse = Static<typeof ManagerResponse>;

export const Summary = withName(
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
    strictObject,
  ),
);
export type Summary = Static<typeof Summary>;

/** The body of POST and PATCH /summaries. */
export const SummaryInput = withName(
  'SummaryInput',
  Type.Object(
    { weekStart: CalendarDate, scores: Scores, proud: RichText, obstacles: Text, learned: Text, important: Text },
    strictObject,
  ),
);
export type SummaryInput = Static<typeof SummaryInput>;

export const DigestRow = withName(
  'DigestRow',
  Type.Object(
    {
      user: Type.Optional(Person),
      department: Type.Optional(Type.String()),
      scores: Type.Optional(Scores),
      submitted: Type.Optional(Type.Boolean()),
      summaryId: Type.Optional(Uuid),
    },
    strictObject,
  ),
);
export type DigestRow = Static<typeof DigestRow>;

/** Whom trend flags are about. */
export const TrendScope = Type.Unsafe<'individual' | 'department' | 'organisation'>({
  type: 'string',
  enum: ['individual', 'department', 'organisation'],
});

/** A notable shift; `subject` is the person or the department, and absent for the organisation. */
export const TrendFlag = withName(
  'TrendFlag',
  Type.Object(
    {
      scope: TrendScope,
      dimension: Dimension,
      direction: Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'] }),
      subject: Type.Optional(
        Type.Object({ user: Type.Optional(Person), department: Type.Optional(Type.String()) }, strictObject),
      ),
      weekStart: CalendarDate,
      n: Type.Integer({ minimum: 1, description: 'How many scores stand behind recentMean' }),
      recentMean: Type.Number({ minimum: 1, maximum: 5 }),
      baselineMean: Type.Number({ minimum: 1, maximum: 5 }),
      effectSize: Type.Number({ minimum: -1, maximum: 1, description: "Cliff's delta" }),
      p: Type.Number({ minimum: 0, maximum: 1 }),
      adjustedP: Type.Number({ minimum: 0, maximum: 1, description: 'p after all that was tested with it' }),
    },
    strictObject,
  ),
);
export type TrendFlag = Static<typeof TrendFlag>;

// Schemas of weekly summaries, responses, digest rows and trend flags.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { dimensions, Scores, type Dimension } from './scores.ts';
import { CalendarDate, strictObject, withName, RichText, Text, Timestamp, Uuid } from './values.ts';

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

/** A summary in a list, without its texts. */
export const SummaryListEntry = withName(
  'SummaryListEntry',
  Type.Object(
    {
      id: Uuid,
      user: Person,
      weekStart: CalendarDate,
      scores: Scores,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      respondedAt: Type.Optional(Timestamp),
    },
    strictObject,
  ),
);
export type SummaryListEntry = Static<typeof SummaryListEntry>;

/** The scores of a user by week, oldest first; weeks without a summary are left out. */
export const ScoreHistory = withName(
  'ScoreHistory',
  Type.Object(
    {
      user: Person,
      rows: Type.Array(Type.Object({ weekStart: CalendarDate, summaryId: Uuid, scores: Scores }, strictObject)),
    },
    strictObject,
  ),
);
export type ScoreHistory = Static<typeof ScoreHistory>;

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

export const TrendScope = Type.Unsafe<'individual' | 'department' | 'organisation'>({
  type: 'string',
  enum: ['individual', 'department', 'organisation'],
});

/** `subject` is the person or the department; absent for the organisation. */
export const TrendFlag = withName(
  'TrendFlag',
  Type.Object(
    {
      scope: TrendScope,
      dimension: Type.Unsafe<Dimension>({ type: 'string', enum: dimensions }),
      direction: Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'] }),
      subject: Type.Optional(
        Type.Object({ user: Type.Optional(Person), department: Type.Optional(Type.String()) }, strictObject),
      ),
      weekStart: CalendarDate,
      n: Type.Integer({ minimum: 1, description: 'Number of scores in recentMean' }),
      recentMean: Type.Number({ minimum: 1, maximum: 5 }),
      baselineMean: Type.Number({ minimum: 1, maximum: 5 }),
      effectSize: Type.Number({ minimum: -1, maximum: 1, description: "Cliff's delta" }),
      p: Type.Number({ minimum: 0, maximum: 1 }),
      adjustedP: Type.Number({ minimum: 0, maximum: 1, description: 'p, adjusted for all tests of the week' }),
    },
    strictObject,
  ),
);
export type TrendFlag = Static<typeof TrendFlag>;

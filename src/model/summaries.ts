// Schemas of weekly summaries, responses, digest rows and trend flags.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { Department, Person } from './people.ts';
import { dimensions, Scores } from './scores.ts';
import { field, strictObject, stringEnum, withName, CalendarDate, RichText, Text, Timestamp, Uuid } from './values.ts';

const ResponseText = field(RichText, 'The feedback, as rich text', '<p>Well done. Let us talk about the printer.</p>');

export const ManagerResponse = withName(
  'ManagerResponse',
  Type.Object(
    {
      id: field(Uuid, 'Identifies the response', exampleIds.response),
      manager: field(Person, 'Who responded', examplePeople.manager),
      body: ResponseText,
      createdAt: field(Timestamp, 'When the response was posted'),
    },
    strictObject,
  ),
);
export type ManagerResponse = Static<typeof ManagerResponse>;

/** The body of POST /summaries/{summaryId}/response. */
export const ResponseInput = withName('ResponseInput', Type.Object({ body: ResponseText }, strictObject));

const SummaryId = field(Uuid, 'Identifies the summary', exampleIds.summary);
const Author = field(Person, 'Who wrote the summary');
const Week = field(CalendarDate, 'Monday of the week');
const OwnScores = field(Scores, 'The three scores');

const texts = {
  proud: field(RichText, 'What they are proud of, as rich text', '<p>The import is <b>live</b>.</p>'),
  obstacles: field(Text, 'What was in the way', 'Two days without a test system.'),
  learned: field(Text, 'What they learned', 'How to read a query plan.'),
  important: field(Text, 'What matters next', 'Time for the guide.'),
};

export const Summary = withName(
  'Summary',
  Type.Object(
    {
      id: SummaryId,
      user: Author,
      weekStart: Week,
      scores: OwnScores,
      ...texts,
      createdAt: field(Timestamp, 'When the summary was submitted'),
      response: Type.Optional(field(ManagerResponse, 'The response; absent until a manager responds')),
    },
    strictObject,
  ),
);
export type Summary = Static<typeof Summary>;

/** The body of POST and PATCH /summaries. */
export const SummaryInput = withName(
  'SummaryInput',
  Type.Object(
    {
      weekStart: field(CalendarDate, 'Any day of the week, at most 53 weeks ahead'),
      scores: OwnScores,
      ...texts,
    },
    strictObject,
  ),
);
export type SummaryInput = Static<typeof SummaryInput>;

/** A summary in a list, without its texts. */
export const SummaryListEntry = withName(
  'SummaryListEntry',
  Type.Object(
    {
      id: SummaryId,
      user: Author,
      weekStart: Week,
      scores: OwnScores,
      createdAt: field(Timestamp, 'When the summary was submitted'),
      updatedAt: field(Timestamp, 'When it was last submitted, edited or answered'),
      respondedAt: Type.Optional(field(Timestamp, 'When a manager responded; absent before')),
    },
    strictObject,
  ),
);
export type SummaryListEntry = Static<typeof SummaryListEntry>;

const ScoresOfWeek = withName(
  'ScoresOfWeek',
  Type.Object({ weekStart: Week, summaryId: SummaryId, scores: OwnScores }, strictObject),
);

/** The scores of a user by week, oldest first; weeks without a summary are left out. */
export const ScoreHistory = withName(
  'ScoreHistory',
  Type.Object(
    {
      user: field(Person, 'Whose scores these are'),
      rows: field(Type.Array(ScoresOfWeek), 'A row for each week with a summary, oldest first'),
    },
    strictObject,
  ),
);
export type ScoreHistory = Static<typeof ScoreHistory>;

export const DigestRow = withName(
  'DigestRow',
  Type.Object(
    {
      user: field(Person, 'Who is expected to submit'),
      department: Type.Optional(Department),
      scores: Type.Optional(field(Scores, 'The three scores; absent without a summary')),
      submitted: field(Type.Boolean(), 'Whether there is a summary for the week', true),
      summaryId: Type.Optional(field(SummaryId, 'The summary; absent without one')),
    },
    strictObject,
  ),
);
export type DigestRow = Static<typeof DigestRow>;

export const WeeklyDigest = withName(
  'WeeklyDigest',
  Type.Object({ weekStart: Week, rows: field(Type.Array(DigestRow), 'The people in sight, by name') }, strictObject),
);

export const TrendScope = withName('TrendScope', stringEnum('individual', 'department', 'organisation'));

const TrendSubject = withName(
  'TrendSubject',
  Type.Object(
    {
      user: Type.Optional(field(Person, 'The person, if the scope is `individual`')),
      department: Type.Optional(field(Type.String(), 'The department, if the scope is `department`', 'Engineering')),
    },
    strictObject,
  ),
);

const Mean = Type.Number({ minimum: 1, maximum: 5 });
const Probability = Type.Number({ minimum: 0, maximum: 1 });

const TrendStart = withName(
  'TrendStart',
  Type.Object(
    {
      week: field(CalendarDate, 'Monday of the week in which the shift most likely began', '2026-10-05'),
      earliest: field(CalendarDate, 'First week of the range that has the start with 90 % confidence', '2026-09-28'),
      latest: field(CalendarDate, 'Last week of that range', '2026-10-12'),
    },
    strictObject,
  ),
);

const TrendPoint = withName(
  'TrendPoint',
  Type.Object(
    {
      weekStart: field(CalendarDate, 'Monday of the week'),
      value: field(Mean, 'The score of a person, or the mean of a group to a tenth', 4),
    },
    strictObject,
  ),
);

/** `subject` is the person or the department; absent for the organisation. */
export const TrendFlag = withName(
  'TrendFlag',
  Type.Object(
    {
      scope: field(TrendScope, 'Whether the shift is of a person, a department or the organisation'),
      dimension: field(stringEnum(...dimensions), 'The score that shifted', 'personalWellbeing'),
      direction: field(stringEnum('up', 'down'), 'Which way it shifted', 'down'),
      subject: Type.Optional(
        field(TrendSubject, 'Whose scores shifted; absent for the organisation', { user: examplePeople.employee }),
      ),
      weekStart: field(CalendarDate, 'Monday of the week in which the shift was detected'),
      n: field(Type.Integer({ minimum: 1 }), 'Number of scores in recentMean', 4),
      recentMean: field(Mean, 'Mean since the shift began', 2.25),
      baselineMean: field(Mean, 'Mean of the weeks before', 4.1),
      effectSize: field(Type.Number({ minimum: -1, maximum: 1 }), "Cliff's delta", -0.87),
      p: field(Probability, 'Probability of such a shift by chance', 0.0021),
      adjustedP: field(Probability, '`p`, adjusted for all tests of the week', 0.0147),
      start: Type.Optional(
        field(TrendStart, 'When the shift began; absent in flags of earlier releases', {
          ...{ week: '2026-10-05', earliest: '2026-09-28', latest: '2026-10-12' },
        }),
      ),
      series: Type.Optional(
        field(
          Type.Array(TrendPoint),
          'The weeks behind both means, oldest first; of a department only with tenant scope',
          [{ weekStart: '2026-10-05', value: 2 }],
        ),
      ),
    },
    strictObject,
  ),
);
export type TrendFlag = Static<typeof TrendFlag>;

// Schemas of weekly summaries, responses, digest rows and trend flags.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { Department, PermissionName, UserRef } from './people.ts';
import { dimensions, scoreFields, Scores } from './scores.ts';
import {
  field,
  strictObject,
  stringEnum,
  withName,
  CalendarDate,
  Count,
  richText,
  Text,
  Timestamp,
  Uuid,
} from './values.ts';

const ResponseText = richText('Response', '<p>Well done. Let us talk about the printer.</p>');

export const ManagerResponse = withName(
  'ManagerResponse',
  Type.Object(
    {
      id: field(Uuid, 'Id of the response', exampleIds.response),
      manager: field(UserRef, 'Manager who responded', examplePeople.manager),
      onBehalfOf: Type.Optional(
        field(UserRef, 'Manager as whose deputy they responded; absent otherwise', examplePeople.colleague),
      ),
      body: ResponseText,
      createdAt: field(Timestamp, 'Time of the response'),
      editedAt: Type.Optional(field(Timestamp, 'Time of the last edit; absent without one')),
    },
    strictObject,
  ),
);
export type ManagerResponse = Static<typeof ManagerResponse>;

/** The body of POST and PATCH /summaries/{summaryId}/response. */
export const ResponseInput = withName('ResponseInput', Type.Object({ body: ResponseText }, strictObject));

const SummaryId = field(Uuid, 'Id of the summary', exampleIds.summary);
const Author = field(UserRef, 'Author of the summary', examplePeople.employee);
const Week = field(CalendarDate, 'Monday of the week');
const DraftScores = withName('DraftScores', Type.Partial(Type.Object(scoreFields, strictObject)));
const OwnScores = field(Scores, 'Scores');

const texts = {
  proud: richText('What the author is proud of', '<p>The import is <b>live</b>.</p>'),
  obstacles: field(Text, 'Obstacles of the week', 'Two days without a test system.'),
  learned: field(Text, 'What the author learned', 'How to read a query plan.'),
  important: field(Text, 'What is important next', 'Time for the guide.'),
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
      createdAt: field(Timestamp, 'Time of submission'),
      response: Type.Optional(field(ManagerResponse, 'Response; absent until a manager responds')),
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
      weekStart: field(CalendarDate, 'Any day of the week, at most one week ahead'),
      scores: OwnScores,
      ...texts,
    },
    strictObject,
  ),
);
export type SummaryInput = Static<typeof SummaryInput>;

/** The body of PUT /summary-drafts/{weekStart}: as much of a summary as there is. */
export const SummaryDraftInput = withName(
  'SummaryDraftInput',
  Type.Partial(Type.Object({ scores: field(DraftScores, 'Scores so far'), ...texts }, strictObject)),
);

export const SummaryDraft = withName(
  'SummaryDraft',
  Type.Object(
    { weekStart: Week, ...SummaryDraftInput.properties, savedAt: field(Timestamp, 'Time of the last save') },
    strictObject,
  ),
);

/** A summary in a list, with the beginning of its texts. */
export const SummaryListEntry = withName(
  'SummaryListEntry',
  Type.Object(
    {
      id: SummaryId,
      user: Author,
      weekStart: Week,
      scores: OwnScores,
      excerpt: Type.Optional(
        field(
          Type.String(),
          'Beginning of the first text that is not blank, as plain text of at most 200 characters',
          'The import is live.',
        ),
      ),
      createdAt: field(Timestamp, 'Time of submission'),
      updatedAt: field(Timestamp, 'Time of the last submission, edit or response'),
      respondedAt: Type.Optional(field(Timestamp, 'Time of the response; absent without one')),
    },
    strictObject,
  ),
);
export type SummaryListEntry = Static<typeof SummaryListEntry>;

const ScoresOfWeek = withName(
  'ScoresOfWeek',
  Type.Object({ weekStart: Week, summaryId: SummaryId, scores: OwnScores }, strictObject),
);

/** What the page of a person shows first. */
export const PersonOverview = withName(
  'PersonOverview',
  Type.Object(
    {
      user: field(UserRef, 'The person'),
      department: Type.Optional(Department),
      permissions: field(Type.Array(PermissionName), 'Permissions of the caller towards the person', ['board:read']),
      email: Type.Optional(field(Type.String(), 'E-mail address, with chain:read', 'ines.caldeira@fjordware.example')),
      active: Type.Optional(field(Type.Boolean(), 'Whether the person is active, with chain:read', true)),
      reports: Type.Optional(
        field(Type.Integer({ minimum: 0 }), 'Number of active direct reports, with chain:read', 0),
      ),
      managers: Type.Optional(
        field(Type.Array(UserRef), 'The first 50 active managers above, nearest first, with chain:read', [
          examplePeople.manager,
        ]),
      ),
      scores: Type.Optional(
        field(Type.Array(ScoresOfWeek), 'Scores of the last 26 weeks, oldest first, with summary:read'),
      ),
      hasProfile: Type.Optional(field(Type.Boolean(), 'Whether a profile is confirmed, with profile:read', true)),
      hasMotivators: Type.Optional(
        field(
          Type.Boolean(),
          'Whether there are motivators, or a provider that may have them, with profile:read',
          true,
        ),
      ),
    },
    strictObject,
  ),
);
export type PersonOverview = Static<typeof PersonOverview>;

/** The scores of a user by week, oldest first; weeks without a summary are left out. */
export const ScoreHistory = withName(
  'ScoreHistory',
  Type.Object(
    {
      user: field(UserRef, 'Author of the scores', examplePeople.employee),
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
      user: field(UserRef, 'Person who is expected to submit', examplePeople.employee),
      department: Type.Optional(Department),
      scores: Type.Optional(field(Scores, 'Scores; absent without a summary')),
      submitted: field(Type.Boolean(), 'Whether the person submitted a summary of the week', true),
      summaryId: Type.Optional(field(SummaryId, 'Id of the summary; absent without one')),
    },
    strictObject,
  ),
);
export type DigestRow = Static<typeof DigestRow>;

export const WeeklyDigest = withName(
  'WeeklyDigest',
  Type.Object(
    {
      weekStart: Week,
      excused: field(Count, 'Number of people without a summary who had no working day in the week; not in rows', 1),
      rows: field(Type.Array(DigestRow), 'People in sight, by name'),
    },
    strictObject,
  ),
);

export const TrendScope = withName('TrendScope', stringEnum('individual', 'department', 'organisation'));

const TrendSubject = withName(
  'TrendSubject',
  Type.Object(
    {
      user: Type.Optional(field(UserRef, 'Person, if the scope is `individual`')),
      department: Type.Optional(field(Type.String(), 'Department, if the scope is `department`', 'Engineering')),
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
      week: field(CalendarDate, 'Monday of the most likely first week of the shift', '2026-10-05'),
      earliest: field(CalendarDate, 'First week of the 90 % confidence interval of the start', '2026-09-28'),
      latest: field(CalendarDate, 'Last week of the confidence interval', '2026-10-12'),
    },
    strictObject,
  ),
);

const TrendPoint = withName(
  'TrendPoint',
  Type.Object(
    {
      weekStart: field(CalendarDate, 'Monday of the week'),
      value: field(Mean, 'Score of a person, or mean of a group rounded to a tenth', 4),
    },
    strictObject,
  ),
);

/** Numbers and start are absent in a department's flag for a caller who may not read every score behind it. */
export const TrendFlag = withName(
  'TrendFlag',
  Type.Object(
    {
      scope: field(TrendScope, 'Scope of the shift'),
      dimension: field(stringEnum(...dimensions), 'Dimension that shifted', 'personalWellbeing'),
      direction: field(stringEnum('up', 'down'), 'Direction of the shift', 'down'),
      subject: Type.Optional(
        field(TrendSubject, 'Person or department; absent for the organisation', { user: examplePeople.employee }),
      ),
      weekStart: field(CalendarDate, 'Monday of the week in which the shift was detected'),
      n: Type.Optional(field(Type.Integer({ minimum: 1 }), 'Number of scores in recentMean', 4)),
      recentMean: Type.Optional(field(Mean, 'Mean since the start of the shift', 2.25)),
      baselineMean: Type.Optional(field(Mean, 'Mean of the baseline weeks', 4.1)),
      effectSize: Type.Optional(field(Type.Number({ minimum: -1, maximum: 1 }), "Cliff's delta", -0.87)),
      p: Type.Optional(
        field(Probability, 'p-value: probability of a shift at least this large without a real change', 0.0021),
      ),
      adjustedP: Type.Optional(field(Probability, '`p` adjusted for all tests of the week', 0.0147)),
      start: Type.Optional(
        field(TrendStart, 'Estimated start of the shift; absent in old flags', {
          ...{ week: '2026-10-05', earliest: '2026-09-28', latest: '2026-10-12' },
        }),
      ),
      series: Type.Optional(
        field(
          Type.Array(TrendPoint),
          'Weekly values behind both means, oldest first; for a department only with tenant scope',
          [{ weekStart: '2026-10-05', value: 2 }],
        ),
      ),
    },
    strictObject,
  ),
);
export type TrendFlag = Static<typeof TrendFlag>;

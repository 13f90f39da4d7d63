// Schemas of weekly summaries, responses, digest rows and trend flags.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { Department, PermissionName, UserRef } from '../../platform/schema/people.ts';
import { dimensions, scoreFields, Scores } from '../../platform/schema/scores.ts';
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
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

const ResponseText = richText('Response', '<p>Well done. Let us talk about the printer.</p>');

export const ManagerResponse = namedObject('ManagerResponse', {
  id: field(Uuid, 'Id of the response', exampleIds.response),
  manager: field(UserRef, 'Manager who responded', examplePeople.manager),
  onBehalfOf: optionalField(
    UserRef,
    'Manager as whose deputy they responded; absent otherwise',
    examplePeople.colleague,
  ),
  body: ResponseText,
  createdAt: field(Timestamp, 'Time of the response'),
  editedAt: optionalField(Timestamp, 'Time of the last edit; absent without one'),
});
export type ManagerResponse = Static<typeof ManagerResponse>;

/** The body of POST and PATCH /summaries/{summaryId}/response. */
export const ResponseInput = namedObject('ResponseInput', { body: ResponseText });

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

export const Summary = namedObject('Summary', {
  id: SummaryId,
  user: Author,
  weekStart: Week,
  scores: OwnScores,
  ...texts,
  createdAt: field(Timestamp, 'Time of submission'),
  response: optionalField(ManagerResponse, 'Response; absent until a manager responds'),
});
export type Summary = Static<typeof Summary>;

/** The body of POST and PATCH /summaries. */
export const SummaryInput = namedObject('SummaryInput', {
  weekStart: field(CalendarDate, 'Any day of the week, at most one week ahead'),
  scores: OwnScores,
  ...texts,
});
export type SummaryInput = Static<typeof SummaryInput>;

/** The body of PUT /summary-drafts/{weekStart}: as much of a summary as there is. */
export const SummaryDraftInput = withName(
  'SummaryDraftInput',
  Type.Partial(Type.Object({ scores: field(DraftScores, 'Scores so far'), ...texts }, strictObject)),
);

export const SummaryDraft = namedObject('SummaryDraft', {
  weekStart: Week,
  ...SummaryDraftInput.properties,
  savedAt: field(Timestamp, 'Time of the last save'),
});

/** A summary in a list, with the beginning of its texts. */
export const SummaryListEntry = namedObject('SummaryListEntry', {
  id: SummaryId,
  user: Author,
  weekStart: Week,
  scores: OwnScores,
  excerpt: optionalField(
    Type.String(),
    'Beginning of the first text that is not blank, as plain text of at most 200 characters',
    'The import is live.',
  ),
  createdAt: field(Timestamp, 'Time of submission'),
  updatedAt: field(Timestamp, 'Time of the last submission, edit or response'),
  respondedAt: optionalField(Timestamp, 'Time of the response; absent without one'),
});
export type SummaryListEntry = Static<typeof SummaryListEntry>;

const ScoresOfWeek = namedObject('ScoresOfWeek', { weekStart: Week, summaryId: SummaryId, scores: OwnScores });

/** What the page of a person shows first. */
export const PersonOverview = namedObject('PersonOverview', {
  user: field(UserRef, 'The person'),
  department: Type.Optional(Department),
  permissions: field(Type.Array(PermissionName), 'Permissions of the caller towards the person', ['board:read']),
  email: optionalField(Type.String(), 'E-mail address, with chain:read', 'ines.caldeira@fjordware.example'),
  active: optionalField(Type.Boolean(), 'Whether the person is active, with chain:read', true),
  reports: optionalField(Type.Integer({ minimum: 0 }), 'Number of active direct reports, with chain:read', 0),
  managers: optionalField(Type.Array(UserRef), 'The first 50 active managers above, nearest first, with chain:read', [
    examplePeople.manager,
  ]),
  scores: optionalField(Type.Array(ScoresOfWeek), 'Scores of the last 26 weeks, oldest first, with summary:read'),
  hasProfile: optionalField(Type.Boolean(), 'Whether a profile is confirmed, with profile:read', true),
  hasMotivators: optionalField(
    Type.Boolean(),
    'Whether there are motivators, or a provider that may have them, with profile:read',
    true,
  ),
});
export type PersonOverview = Static<typeof PersonOverview>;

/** The scores of a user by week, oldest first; weeks without a summary are left out. */
export const ScoreHistory = namedObject('ScoreHistory', {
  user: field(UserRef, 'Author of the scores', examplePeople.employee),
  rows: field(Type.Array(ScoresOfWeek), 'A row for each week with a summary, oldest first'),
});
export type ScoreHistory = Static<typeof ScoreHistory>;

export const DigestRow = namedObject('DigestRow', {
  user: field(UserRef, 'Person who is expected to submit', examplePeople.employee),
  department: Type.Optional(Department),
  scores: optionalField(Scores, 'Scores; absent without a summary'),
  submitted: field(Type.Boolean(), 'Whether the person submitted a summary of the week', true),
  summaryId: optionalField(SummaryId, 'Id of the summary; absent without one'),
});
export type DigestRow = Static<typeof DigestRow>;

export const WeeklyDigest = namedObject('WeeklyDigest', {
  weekStart: Week,
  excused: optionalField(
    Count,
    'Number of people without a summary who had no working day in the week, or need not check in, who are not in rows; absent if there are none',
    1,
  ),
  rows: field(Type.Array(DigestRow), 'People in sight, by name'),
});

export const TrendScope = withName('TrendScope', stringEnum('individual', 'department', 'organisation'));

const TrendSubject = namedObject('TrendSubject', {
  user: optionalField(UserRef, 'Person, if the scope is `individual`'),
  department: optionalField(Type.String(), 'Department, if the scope is `department`', 'Engineering'),
});

const Mean = Type.Number({ minimum: 1, maximum: 5 });
const Probability = Type.Number({ minimum: 0, maximum: 1 });

const TrendStart = namedObject('TrendStart', {
  week: field(CalendarDate, 'Monday of the most likely first week of the shift', '2026-10-05'),
  earliest: field(CalendarDate, 'First week of the 90 % confidence interval of the start', '2026-09-28'),
  latest: field(CalendarDate, 'Last week of the confidence interval', '2026-10-12'),
});

const TrendPoint = namedObject('TrendPoint', {
  weekStart: field(CalendarDate, 'Monday of the week'),
  value: field(Mean, 'Score of a person, or mean of a group rounded to a tenth', 4),
});

/** Numbers and start are absent in a department's flag for a caller who may not read every score behind it. */
export const TrendFlag = namedObject('TrendFlag', {
  scope: field(TrendScope, 'Scope of the shift'),
  dimension: field(stringEnum(...dimensions), 'Dimension that shifted', 'personalWellbeing'),
  direction: field(stringEnum('up', 'down'), 'Direction of the shift', 'down'),
  subject: optionalField(TrendSubject, 'Person or department; absent for the organisation', {
    user: examplePeople.employee,
  }),
  weekStart: field(CalendarDate, 'Monday of the week in which the shift was detected'),
  n: optionalField(Type.Integer({ minimum: 1 }), 'Number of scores in recentMean', 4),
  recentMean: optionalField(Mean, 'Mean since the start of the shift', 2.25),
  baselineMean: optionalField(Mean, 'Mean of the baseline weeks', 4.1),
  effectSize: optionalField(Type.Number({ minimum: -1, maximum: 1 }), "Cliff's delta", -0.87),
  p: optionalField(Probability, 'p-value: probability of a shift at least this large without a real change', 0.0021),
  adjustedP: optionalField(Probability, '`p` adjusted for all tests of the week', 0.0147),
  start: optionalField(TrendStart, 'Estimated start of the shift', {
    week: '2026-10-05',
    earliest: '2026-09-28',
    latest: '2026-10-12',
  }),
  series: optionalField(
    Type.Array(TrendPoint),
    'Weekly values behind both means, oldest first; for a department only with tenant scope',
    [{ weekStart: '2026-10-05', value: 2 }],
  ),
});
export type TrendFlag = Static<typeof TrendFlag>;

// Schemas of the People Team's reports. A cell without a value is left out.
import { Type, type TProperties } from '@sinclair/typebox';
import { NominationKind, Period } from '../nominations/schema.ts';
import { asked } from '../questions/schema.ts';
import { mapDimensions } from '../../platform/schema/scores.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { maxPoints } from '../questions/rules.ts';
import {
  CalendarDate,
  Count,
  field,
  openEnum,
  strictObject,
  Timestamp,
  Uuid,
  withName,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Hours = Type.Number({ minimum: 0 });
const text = (description: string, example: string) => field(Type.String(), description, example);
const optionalText = (description: string, example: string) => Type.Optional(text(description, example));
const optionalCount = (description: string, example: number) => optionalField(Count, description, example);
const optionalPercent = (description: string, example: number) => optionalField(Percent, description, example);
const createReport = (name: string, head: TProperties, row: TProperties) =>
  namedObject(name, {
    ...head,
    rows: field(Type.Array(withName(`${name}Row`, Type.Object(row, strictObject))), 'The rows'),
  });

const weekStart = field(CalendarDate, 'Monday of the last week');
const week = field(CalendarDate, 'Monday of the week');
const team = optionalText('Name of the team', 'Payments');
const department = optionalText('Department of the team', 'Engineering');
const GroupScope = withName('GroupScope', openEnum('everyone', 'department'));
/** What a row about a week of everyone in sight, or of one department, begins with. */
const group = {
  week,
  scope: field(GroupScope, 'Whether the row is about everyone in sight or about a department'),
  department: optionalText('Department; absent for everyone', 'Engineering'),
  people: field(Count, 'Number of people in that week, without those who are excused', 20),
  excused: optionalCount('Number of people who had no working day in that week, or need not check in', 1),
};

export const TeamReport = createReport(
  'TeamReport',
  {
    weekStart,
    excused: field(Count, 'Number of check-ins that are excused, which have no row', 2),
    isLevel: optionalField(
      Type.Boolean(),
      'Present if the rows are about one level alone: more than 1,000 people are in sight, or `managerId` was given. Ask with the ' +
        '`userId` of a row as `managerId` for the level below',
      true,
    ),
  },
  {
    week,
    userId: field(Uuid, 'The user', exampleIds.employee),
    name: text('Name', 'Ines Moreau'),
    email: text('E-mail address', 'ines.moreau@acme.example'),
    team,
    department,
    submitted: field(Type.Boolean(), 'Whether the person submitted a summary of the week', true),
    ...mapDimensions((dimension) =>
      optionalField(Type.Integer({ minimum: 1, maximum: 5 }), `Score of ${dimension}`, 4),
    ),
    below: optionalCount('In a report of one level, the number of people in sight below the user', 40),
    belowSubmitted: optionalCount('Number of these who submitted a summary of the week', 34),
  },
);

/** Figures are absent where too few people are behind them, or where all or all but one have given the best score, or the worst. */
export const CheckInReport = createReport(
  'CheckInReport',
  { weekStart },
  {
    ...group,
    submitted: optionalCount('Number of people who checked in', 15),
    rate: optionalPercent('Share of people who checked in, in percent', 75),
    written: optionalCount(
      'Number of people behind the means: those who wrote in this department, also if they have left it since',
      16,
    ),
    ...mapDimensions((dimension) =>
      optionalField(Type.Number({ minimum: 1, maximum: 5 }), `Mean of ${dimension}, rounded to a tenth`, 3.9),
    ),
  },
);

const QuestionVersion = namedObject('QuestionVersion', {
  version: asked.version,
  from: field(CalendarDate, 'Monday of the first week that had this wording'),
  question: asked.question,
  low: asked.low,
  high: asked.high,
  options: asked.options,
});

/** Figures are absent where too few people are behind them, or where all or all but one have answered alike. Texts are only counted. */
export const QuestionReport = createReport(
  'QuestionReport',
  {
    weekStart,
    ...asked,
    wordings: field(
      Type.Array(QuestionVersion, { maxItems: 100 }),
      'The newest hundred wordings, oldest first; the rows count the answers to the version of this report, and to those that mean the same',
    ),
  },
  {
    ...group,
    answered: optionalCount('Number of people who answered and submitted the summary of the week', 15),
    score: optionalField(
      Type.Integer({ minimum: -100, maximum: 100 }),
      'Of a scale from 0 to 10: the share of 9 and 10 less the share of 0 to 6, in percent',
      20,
    ),
    mean: optionalField(
      Type.Number({ minimum: 0, maximum: maxPoints }),
      'Of a scale: the mean, rounded to a tenth',
      3.9,
    ),
    ...Object.fromEntries(
      Array.from({ length: maxPoints }, (_, at) => [
        `count${at + 1}`,
        optionalCount(
          at === 0
            ? 'Number of answers with the first point, with the first option, or yes'
            : at === 1
              ? 'Number of answers with the second point, with the second option, or no'
              : `Number of answers with point ${at + 1} of the scale, or with option ${at + 1}`,
          3,
        ),
      ]),
    ),
  },
);

/** Figures are absent where too few people are behind them. */
export const GoalReport = createReport(
  'GoalReport',
  { weekStart },
  {
    ...group,
    setters: optionalCount('Number of people with a goal', 16),
    setterRate: optionalPercent('Share of people with a goal, in percent', 80),
    goals: optionalCount('Number of goals', 31),
    completed: optionalCount('Number of completed goals', 20),
    completionRate: optionalPercent('Share of goals that are completed, in percent', 64.5),
  },
);

/** Shares are absent where there are fewer summaries than the minimum group, or nothing is known yet. */
const answers = {
  summaries: field(Count, 'Number of summaries', 8),
  answered: field(Count, 'Number of summaries with a response', 6),
  share: optionalPercent('Share of summaries that have a response, in percent', 75),
  within1: optionalPercent('Share answered within 1 day, in percent, as estimated by Kaplan and Meier', 25),
  within3: optionalPercent('Share answered within 3 days', 62.5),
  within3From: optionalPercent('Lower end of the 95 % confidence interval of within3 (Wilson)', 30.6),
  within3To: optionalPercent('Upper end of it', 86.3),
  within7: optionalPercent('Share answered within 7 days', 75),
  within14: optionalPercent('Share answered within 14 days', 75),
  medianHours: optionalField(Hours, 'Hours within which half are answered; absent while fewer are', 40.5),
};

export const ResponseTimeReport = createReport(
  'ResponseTimeReport',
  {
    weekStart,
    excused: field(
      Count,
      'Number of summaries that do not count, since the manager had no working day in that week or the next',
      2,
    ),
    total: field(namedObject('ResponseTimeTotal', answers), 'All summaries'),
  },
  {
    managerId: field(Uuid, 'The manager', exampleIds.manager),
    manager: text('Name of the manager', 'Ada Berg'),
    email: optionalText('E-mail address of the manager; only with tenant scope', 'ada.berg@acme.example'),
    team,
    department,
    ...answers,
  },
);

export const NominationReport = createReport(
  'NominationReport',
  { period: field(Period, 'Month of the nominations', '2026-11') },
  {
    madeAt: field(Timestamp, 'Time of the nomination'),
    kind: field(NominationKind, 'Type of the nomination'),
    team: optionalText('Name of the nominated team', 'Payments'),
    nomineeIds: field(Type.Array(Uuid), 'The nominees', [exampleIds.employee]),
    nominees: field(Type.Array(Type.String()), 'Names of the nominees', ['Ines Moreau']),
    nomineeEmails: field(Type.Array(Type.String()), 'E-mail addresses of the nominees', ['ines.moreau@acme.example']),
    nominatorId: field(Uuid, 'The nominator', exampleIds.manager),
    nominator: text('Name of the nominator', 'Ada Berg'),
    nominatorEmail: text('E-mail address of the nominator', 'ada.berg@acme.example'),
    reason: text('Reason given by the nominator', 'Kept the release on track.'),
  },
);

const Span = Type.Number({ minimum: 1 });

/** `managers`, spans and levels are absent where no chart of the time is known. */
export const HeadcountReport = createReport(
  'HeadcountReport',
  { period: field(Period, 'The last month', '2026-11') },
  {
    month: field(Period, 'The month', '2026-10'),
    people: field(Count, 'People at the end of the month, or now', 62),
    joiners: field(Count, 'People who were not there at the end of the month before', 3),
    leavers: field(Count, 'People who are no longer there', 1),
    managers: optionalCount('People with an active direct report', 20),
    medianSpan: optionalField(Span, 'Median of the direct reports of a manager', 3),
    meanSpan: optionalField(Span, 'Mean of the direct reports of a manager', 3.1),
    layers: optionalCount('Levels of the chart', 5),
  },
);

export const OrgReport = createReport(
  'OrgReport',
  {},
  {
    id: field(Uuid, 'The user', exampleIds.employee),
    name: text('Name', 'Ines Moreau'),
    email: text('E-mail address', 'ines.moreau@acme.example'),
    jobTitle: optionalText('Job title', 'Engineer'),
    team,
    department,
    managerId: optionalField(Uuid, 'Id of the manager', exampleIds.manager),
    manager: optionalText('Name of the manager', 'Ada Berg'),
    managerEmail: optionalText('E-mail address of the manager, if in sight', 'ada.berg@acme.example'),
    depth: field(Count, 'Levels below the top of the chart', 2),
    directReports: field(Count, 'Number of active direct reports', 3),
    below: field(Count, 'Number of active people below, at any depth', 12),
  },
);

// Schemas of the People Team's reports. A cell without a value is left out.
import { Type, type TProperties } from '@sinclair/typebox';
import { NominationKind, Period } from './nominations.ts';
import { mapDimensions } from './scores.ts';
import { exampleIds } from './examples.ts';
import { CalendarDate, field, strictObject, Timestamp, Uuid, withName } from './values.ts';

const Count = Type.Integer({ minimum: 0 });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Hours = Type.Number({ minimum: 0 });
const text = (description: string, example: string) => field(Type.String(), description, example);
const optionalText = (description: string, example: string) => Type.Optional(text(description, example));
const createReport = (name: string, head: TProperties, row: TProperties) =>
  withName(
    name,
    Type.Object(
      { ...head, rows: field(Type.Array(withName(`${name}Row`, Type.Object(row, strictObject))), 'The rows') },
      strictObject,
    ),
  );

const team = optionalText('Name of the team', 'Payments');
const department = optionalText('Department of the team', 'Engineering');

/** Mean scores are absent where too few people checked in. */
export const CheckInReport = createReport(
  'CheckInReport',
  { weekStart: field(CalendarDate, 'Monday of the last week') },
  {
    week: field(CalendarDate, 'Monday of the week'),
    department: text('Department; empty for people without one', 'Engineering'),
    people: field(Count, 'Number of people expected to check in', 20),
    submitted: field(Count, 'Number of people who checked in', 15),
    rate: field(Percent, 'Share of people who checked in, in percent', 75),
    ...mapDimensions((dimension) =>
      Type.Optional(field(Type.Number({ minimum: 1, maximum: 5 }), `Mean of ${dimension}`, 3.9)),
    ),
  },
);

export const ResponseTimeReport = createReport(
  'ResponseTimeReport',
  { weekStart: field(CalendarDate, 'Monday of the last week') },
  {
    manager: text('Name of the manager', 'Ines Moreau'),
    team,
    department,
    summaries: field(Count, 'Number of summaries of direct reports', 8),
    answered: field(Count, 'Number of summaries with a response', 6),
    share: field(Percent, 'Share of people who checked in, in percent', 75),
    medianHours: Type.Optional(field(Hours, 'Median time to the response in hours', 20.5)),
    p90Hours: Type.Optional(field(Hours, '90th percentile of the time to the response in hours', 48)),
  },
);

export const NominationReport = createReport(
  'NominationReport',
  { period: field(Period, 'Month of the nominations', '2026-11') },
  {
    madeAt: field(Timestamp, 'Time of the nomination'),
    kind: field(NominationKind, 'Type of the nomination'),
    team: optionalText('Name of the nominated team', 'Payments'),
    nominees: field(Type.Array(Type.String()), 'Names of the nominees', ['Ines Moreau']),
    nominator: text('Name of the nominator', 'Ada Berg'),
    reason: text('Reason given by the nominator', 'Kept the release on track.'),
  },
);

export const OrgReport = createReport(
  'OrgReport',
  {},
  {
    id: field(Uuid, 'The user', exampleIds.employee),
    name: text('Name', 'Ines Moreau'),
    jobTitle: optionalText('Job title', 'Engineer'),
    team,
    department,
    managerId: Type.Optional(field(Uuid, 'Id of the manager', exampleIds.manager)),
    manager: optionalText('Name of the manager', 'Ada Berg'),
    depth: field(Count, 'Levels below the top of the chart', 2),
    directReports: field(Count, 'Number of active direct reports', 3),
    below: field(Count, 'Number of active people below, at any depth', 12),
  },
);

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

const team = optionalText('Their team', 'Payments');
const department = optionalText('The department of their team', 'Engineering');

/** Mean scores are absent where too few people checked in. */
export const CheckInReport = createReport(
  'CheckInReport',
  { weekStart: field(CalendarDate, 'Monday of the last week') },
  {
    week: field(CalendarDate, 'Monday of the week'),
    department: text('Department; empty for people without one', 'Engineering'),
    people: field(Count, 'People who were expected to check in', 20),
    submitted: field(Count, 'People who did', 15),
    rate: field(Percent, 'Their share in percent', 75),
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
    summaries: field(Count, 'Summaries of direct reports', 8),
    answered: field(Count, 'Those with a response', 6),
    share: field(Percent, 'Their share in percent', 75),
    medianHours: Type.Optional(field(Hours, 'Median time to the response in hours', 20.5)),
    p90Hours: Type.Optional(field(Hours, '90th percentile of the time to the response in hours', 48)),
  },
);

export const NominationReport = createReport(
  'NominationReport',
  { period: field(Period, 'The month', '2026-11') },
  {
    madeAt: field(Timestamp, 'When it was made'),
    kind: field(NominationKind, 'What was nominated'),
    team: optionalText('The team that was nominated', 'Payments'),
    nominees: field(Type.Array(Type.String()), 'Names of the nominees', ['Ines Moreau']),
    nominator: text('Name of the nominator', 'Ada Berg'),
    reason: text('The reason given', 'Kept the release on track.'),
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
    managerId: Type.Optional(field(Uuid, 'The manager', exampleIds.manager)),
    manager: optionalText('Name of the manager', 'Ada Berg'),
    depth: field(Count, 'Levels below the top', 2),
    directReports: field(Count, 'Active direct reports', 3),
    below: field(Count, 'Active people below at any depth', 12),
  },
);

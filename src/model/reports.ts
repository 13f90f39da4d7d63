// Schemas of the People Team's reports. A cell without a value is left out.
import { Type, type TProperties } from '@sinclair/typebox';
import { Period } from './nominations.ts';
import { mapDimensions } from './scores.ts';
import { CalendarDate, strictObject, Timestamp, Uuid, withName } from './values.ts';

const Count = Type.Integer({ minimum: 0 });
const Text = Type.Optional(Type.String());
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Hours = Type.Optional(Type.Number({ minimum: 0 }));
const createReport = (name: string, head: TProperties, row: TProperties) =>
  withName(name, Type.Object({ ...head, rows: Type.Array(Type.Object(row, strictObject)) }, strictObject));

/** Mean scores are absent where too few people checked in. */
export const CheckInReport = createReport(
  'CheckInReport',
  { weekStart: CalendarDate },
  {
    week: CalendarDate,
    department: Type.String(),
    people: Count,
    submitted: Count,
    rate: Percent,
    ...mapDimensions(() => Type.Optional(Type.Number({ minimum: 1, maximum: 5 }))),
  },
);

export const ResponseTimeReport = createReport(
  'ResponseTimeReport',
  { weekStart: CalendarDate },
  {
    manager: Type.String(),
    team: Text,
    department: Text,
    summaries: Count,
    answered: Count,
    share: Percent,
    medianHours: Hours,
    p90Hours: Hours,
  },
);

export const NominationReport = createReport(
  'NominationReport',
  { period: Period },
  {
    madeAt: Timestamp,
    kind: Type.Unsafe<'team' | 'individual'>({ type: 'string', enum: ['team', 'individual'] }),
    team: Text,
    nominees: Type.Array(Type.String()),
    nominator: Type.String(),
    reason: Type.String(),
  },
);

export const OrgReport = createReport(
  'OrgReport',
  {},
  {
    id: Uuid,
    name: Type.String(),
    jobTitle: Text,
    team: Text,
    department: Text,
    managerId: Type.Optional(Uuid),
    manager: Text,
    depth: Count,
    directReports: Count,
    below: Count,
  },
);

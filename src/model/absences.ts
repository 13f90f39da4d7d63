// Schemas of absences: days on which a person is away, without a reason.
import { Type, type Static } from '@sinclair/typebox';
import { CalendarDate, field, strictObject, withName } from './values.ts';

const Absence = withName(
  'Absence',
  Type.Object(
    {
      from: field(CalendarDate, 'First day', '2026-12-21'),
      to: field(CalendarDate, 'Last day', '2027-01-03'),
    },
    strictObject,
  ),
);
export type Absence = Static<typeof Absence>;

export const maxAbsences = 100;
const absences = field(Type.Array(Absence, { maxItems: maxAbsences }), 'The absences by day');

export const AbsenceChange = withName('AbsenceChange', Type.Object({ absences }, strictObject));

export const Absences = withName(
  'Absences',
  Type.Object(
    {
      absences,
      excusedWeeks: field(
        Type.Array(CalendarDate),
        'Mondays of the weeks without a working day: each from Monday to Friday is in an absence, or a public holiday',
        ['2026-12-21', '2026-12-28'],
      ),
    },
    strictObject,
  ),
);
export type Absences = Static<typeof Absences>;

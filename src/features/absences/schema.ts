// Schemas of absences: days on which a person is away, without a reason.
import { Type, type Static } from '@sinclair/typebox';
import { CalendarDate, field, namedObject } from '../../platform/schema/values.ts';

const Absence = namedObject('Absence', {
  from: field(CalendarDate, 'First day', '2026-12-21'),
  to: field(CalendarDate, 'Last day', '2027-01-03'),
});
export type Absence = Static<typeof Absence>;

export const maxAbsences = 100;
const absences = field(Type.Array(Absence, { maxItems: maxAbsences }), 'The absences by day');

export const AbsenceChange = namedObject('AbsenceChange', { absences });

export const Absences = namedObject('Absences', {
  absences,
  excusedWeeks: field(
    Type.Array(CalendarDate),
    'Mondays of the weeks without a working day: each of the days of the week on which they work is in an absence, or a public holiday',
    ['2026-12-21', '2026-12-28'],
  ),
});
export type Absences = Static<typeof Absences>;

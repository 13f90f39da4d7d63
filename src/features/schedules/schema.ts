// Schemas of the time zone and the times of a person's week.
import { Type, type Static } from '@sinclair/typebox';
import { field, strictObject, withName, namedObject } from '../../platform/schema/values.ts';

const Word = Type.String({ format: 'text', maxLength: 100 });
const times = {
  timezone: field(Word, 'Time zone of weeks and times', 'Pacific/Auckland'),
  opens: field(Word, 'When a reminder comes if there is no goal for the week; or off', 'Monday 09:00'),
  due: field(Word, 'When a reminder comes if the summary of the week is not written; or off', 'Friday 15:00'),
  lastCall: field(Word, 'When it comes once more; or off', 'Monday 08:00'),
  digest: field(Word, 'When the weekly digest comes; or off', 'Monday 09:00'),
};
export const OwnTimes = withName('OwnTimes', Type.Partial(Type.Object(times, strictObject)));
export type OwnTimes = Static<typeof OwnTimes>;
export const OwnSchedule = namedObject('OwnSchedule', {
  ...times,
  own: field(OwnTimes, 'What the caller has chosen', { timezone: 'Pacific/Auckland' }),
});
export type OwnSchedule = Static<typeof OwnSchedule>;

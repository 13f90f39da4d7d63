// The notification type about goals: a reminder to set one.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../model/values.ts';
import { formatWeek } from '../../rules/format-dates.ts';
import { channels, defineNotification, paragraph } from '../content.ts';

export const goalTypes = {
  'goals.non_setters': defineNotification({
    description: 'Reminds a person who has set no goal for the week.',
    channels,
    payload: Type.Object({ weekStart: CalendarDate }),
    example: { weekStart: '2026-11-16' },
    because: 'your board has no goal for that week',
    action: 'Set a goal',
    subject: ({ weekStart }) => `No goal yet for the ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Your board for the ${formatWeek(weekStart)} is still empty.`),
      paragraph('One goal is enough, and a small one counts: what would make this a good week for you?'),
    ],
  }),
};

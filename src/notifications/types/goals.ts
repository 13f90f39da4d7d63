// Notifications about goals: a reminder to set one.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../model/values.ts';
import { channels, entry, paragraph, weekOf } from '../content.ts';

export const goalTypes = {
  'goals.non_setters': entry({
    description: 'Reminds a person who has set no goal for the week.',
    channels,
    payload: Type.Object({ weekStart: CalendarDate }),
    example: { weekStart: '2026-11-16' },
    because: 'your board has no goal for that week',
    action: 'Set a goal',
    subject: ({ weekStart }) => `No goal yet for the ${weekOf(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Your board for the ${weekOf(weekStart)} is still empty.`),
      paragraph('One goal is enough, and a small one counts: what would make this a good week for you?'),
    ],
  }),
};

// The notification type about goals: a reminder to set one.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../model/values.ts';
import { defineNotification } from '../content.ts';

export const goalTypes = {
  'goals.non_setters': defineNotification({
    description: 'Reminds a person who has set no goal for the week.',
    payload: Type.Object({ weekStart: CalendarDate }),
    example: { weekStart: '2026-11-16' },
  }),
};

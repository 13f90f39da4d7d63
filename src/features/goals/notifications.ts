// What people are told about their goals.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { de, en } from '../../platform/notifications/words.ts';

export const goalNotifications = {
  'goals.non_setters': defineNotification({
    description: 'Reminds a person who has set no goal for the week.',
    when: 'At the time `opens`, Monday 09:00 unless set.',
    readers: { themself: 'everybody without a goal of the week, unless the week excuses them' },
    payload: Type.Object({ weekStart: CalendarDate }),
    example: { weekStart: '2026-11-16' },
    texts: {
      en: {
        because: 'your board has no goal for that week',
        action: 'Set a goal',
        subject: ({ weekStart }) => `No goal yet for the ${en.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Your board for the ${en.formatWeek(weekStart)} is still empty.`,
          'One goal is enough, and a small one counts: what would make this a good week for you?',
        ],
      },
      de: {
        because: 'Ihr Board für diese Woche noch kein Ziel enthält',
        action: 'Ziel setzen',
        subject: ({ weekStart }) => `Noch kein Ziel für die ${de.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Ihr Board für die ${de.formatWeek(weekStart)} ist noch leer.`,
          'Ein Ziel genügt, auch ein kleines zählt: Was würde diese Woche für Sie zu einer guten machen?',
        ],
      },
    },
  }),
};

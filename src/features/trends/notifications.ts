// What is told about notable shifts of scores.
import { Type } from '@sinclair/typebox';
import { dimensions } from '../../platform/schema/scores.ts';
import { CalendarDate, stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

/** Between a dimension and whose it is. */
const prepositions = {
  en: { individual: 'of', department: 'in', organisation: 'across' },
  de: { individual: 'von', department: 'in der Abteilung', organisation: 'in der Organisation' },
};

export const trendNotifications = {
  'trend.flagged': defineNotification({
    description:
      'Points out a notable shift of scores: of a person to their manager, of a department or the organisation to senior ' +
      'leadership and the People Team.',
    when: 'The detection of trends finds a shift that was not announced in the weeks before.',
    readers: { manager: ['read'], roles: ['senior_leadership', 'people_team'] },
    subjectType: 'user',
    payload: Type.Object({
      subjectName: Name,
      scope: stringEnum('individual', 'department', 'organisation'),
      dimension: stringEnum(...dimensions),
      direction: stringEnum('up', 'down'),
      weekStart: CalendarDate,
    }),
    example: {
      subjectName: 'Customer Care',
      scope: 'department',
      dimension: 'personalWellbeing',
      direction: 'down',
      weekStart: '2026-11-16',
    },
    texts: {
      en: {
        because: 'you have access to these scores',
        action: 'Look at the trend',
        subject: ({ subjectName, dimension, direction }) =>
          `${en.scoreTitles[dimension]} is ${direction} for ${subjectName}`,
        body: ({ subjectName, scope, dimension, direction, weekStart }) => [
          `${en.scoreTitles[dimension]} ${prepositions.en[scope]} ${subjectName} is clearly ` +
            `${direction === 'up' ? 'higher' : 'lower'} than usual in the ${en.formatWeek(weekStart)}.`,
          'The flag is based on scores only; no text was read. Take it as a reason to ask, not as a conclusion.',
        ],
      },
      de: {
        because: 'Sie Zugriff auf diese Werte haben',
        action: 'Entwicklung ansehen',
        subject: ({ subjectName, dimension, direction }) =>
          `${de.scoreTitles[dimension]} ${direction === 'up' ? 'gestiegen' : 'gesunken'}: ${subjectName}`,
        body: ({ subjectName, scope, dimension, direction, weekStart }) => [
          `Der Wert „${de.scoreTitles[dimension]}“ ${prepositions.de[scope]} ${subjectName} ist in der ` +
            `${de.formatWeek(weekStart)} deutlich ${direction === 'up' ? 'höher' : 'niedriger'} als sonst.`,
          'Der Hinweis beruht allein auf den Werten; es wurde kein Text gelesen. Nehmen Sie ihn als Anlass zu fragen, nicht als Ergebnis.',
        ],
      },
    },
  }),
};

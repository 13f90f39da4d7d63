// What people are told about nominations for recognition.
import { Type } from '@sinclair/typebox';
import { yearSource } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

export const nominationNotifications = {
  'nomination.received': defineNotification({
    description: 'Tells a person that they, or their team, have been nominated for recognition.',
    when: 'A service dispatches it.',
    readers: { themself: 'whom the service chooses' },
    payload: Type.Object({
      nominatorName: Name,
      period: Type.String({ pattern: `^${yearSource}-(0[1-9]|1[0-2])$` }),
      team: Type.Optional(Name),
    }),
    example: { nominatorName: 'Farid Noorzaman', period: '2026-11', team: 'Platform' },
    texts: {
      en: {
        because: 'the nomination names you',
        action: 'See the nomination',
        subject: ({ nominatorName, period, team }) =>
          `${nominatorName} nominated ${team ? `your team ${team}` : 'you'} for ${en.formatMonth(period)}`,
        body: ({ nominatorName, period, team }) => [
          `Good news: ${nominatorName} has nominated ${team ? `you and your team ${team}` : 'you'} for recognition ` +
            `in ${en.formatMonth(period)}.`,
          'Somebody noticed your work and took the time to say so.',
        ],
      },
      de: {
        because: 'die Nominierung Sie nennt',
        action: 'Nominierung ansehen',
        subject: ({ nominatorName, period, team }) =>
          `${nominatorName} hat ${team ? `Ihr Team ${team}` : 'Sie'} nominiert (${de.formatMonth(period)})`,
        body: ({ nominatorName, period, team }) => [
          `Gute Nachricht: ${nominatorName} hat ${team ? `Sie und Ihr Team ${team}` : 'Sie'} im ` +
            `${de.formatMonth(period)} für eine Anerkennung nominiert.`,
          'Jemand hat Ihre Arbeit bemerkt und sich die Zeit genommen, das zu sagen.',
        ],
      },
    },
  }),
};

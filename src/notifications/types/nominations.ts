// The notification type about nominations.
import { Type } from '@sinclair/typebox';
import { yearSource } from '../../model/values.ts';
import { formatMonth } from '../../rules/format-dates.ts';
import { channels, defineNotification, Name, paragraph } from '../content.ts';

export const nominationTypes = {
  'nomination.received': defineNotification({
    description: 'Tells a person that they, or their team, have been nominated for recognition.',
    channels,
    payload: Type.Object({
      nominatorName: Name,
      period: Type.String({ pattern: `^${yearSource}-(0[1-9]|1[0-2])$` }),
      team: Type.Optional(Name),
    }),
    example: { nominatorName: 'Farid Noorzaman', period: '2026-11', team: 'Platform' },
    because: 'the nomination names you',
    action: 'See the nomination',
    subject: ({ nominatorName, period, team }) =>
      `${nominatorName} nominated ${team ? `your team ${team}` : 'you'} for ${formatMonth(period)}`,
    body: ({ nominatorName, period, team }) => [
      paragraph(
        `Good news: ${nominatorName} has nominated ${team ? `you and your team ${team}` : 'you'} for recognition ` +
          `in ${formatMonth(period)}.`,
      ),
      paragraph('Somebody noticed your work and took the time to say so.'),
    ],
  }),
};

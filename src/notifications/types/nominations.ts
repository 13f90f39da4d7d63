// The notification type about nominations.
import { Type } from '@sinclair/typebox';
import { yearSource } from '../../model/values.ts';
import { defineNotification, Name } from '../content.ts';

export const nominationTypes = {
  'nomination.received': defineNotification({
    description: 'Tells a person that they, or their team, have been nominated for recognition.',
    payload: Type.Object({
      nominatorName: Name,
      period: Type.String({ pattern: `^${yearSource}-(0[1-9]|1[0-2])$` }),
      team: Type.Optional(Name),
    }),
    example: { nominatorName: 'Farid Noorzaman', period: '2026-11', team: 'Platform' },
  }),
};

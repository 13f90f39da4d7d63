// The notification type about retention: new rules will delete what is older than they say.
import { Type } from '@sinclair/typebox';
import { CalendarDate, stringEnum } from '../../model/values.ts';
import { retentionKinds } from '../../rules/retention.ts';
import { defineNotification } from '../content.ts';

export const retentionTypes = {
  'retention.announced': defineNotification({
    description: 'Tells the admins, a day before the first time, what a new setting of retention deletes.',
    payload: Type.Object({
      from: CalendarDate,
      kinds: Type.Array(
        Type.Object({
          kind: stringEnum(...retentionKinds),
          days: Type.Integer({ minimum: 1, maximum: 10_000 }),
          count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
        }),
        { minItems: 1, maxItems: retentionKinds.length },
      ),
    }),
    example: { from: '2026-12-01', kinds: [{ kind: 'notifications', days: 90, count: 1_204 }] },
  }),
};

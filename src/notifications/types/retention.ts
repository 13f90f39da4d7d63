// The notification type about retention: new rules will delete what is older than they say.
import { Type } from '@sinclair/typebox';
import { CalendarDate, stringEnum } from '../../model/values.ts';
import { formatDay } from '../../rules/format-dates.ts';
import { retentionKinds, type RetentionKind } from '../../rules/retention.ts';
import { channels, defineNotification, list, paragraph } from '../content.ts';

const words: Record<RetentionKind, string> = {
  notifications: 'Notifications',
  deliveries: 'Deliveries of webhooks',
  summaries: 'Weekly summaries with their responses and trend flags',
  audit: 'Entries of the audit log',
};

export const retentionTypes = {
  'retention.announced': defineNotification({
    description: 'Tells the admins, a day before the first time, what a new setting of retention deletes.',
    channels,
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
    because: 'you are an admin',
    action: 'Open the settings',
    subject: ({ from }) => `Old data will be deleted from ${formatDay(from)} on`,
    body: ({ from, kinds }) => [
      paragraph(
        `The setting "retention" of your organisation was changed. From ${formatDay(from)} on, once a day, what is older is deleted for good:`,
      ),
      list(
        'Deleted',
        kinds.map(
          ({ kind, days, count }) => `${words[kind]} older than ${days} days: ${count.toLocaleString('en')} today`,
        ),
      ),
      paragraph(
        'The audit log says who changed the setting. Until then it can be changed back, and nothing is deleted.',
      ),
    ],
  }),
};

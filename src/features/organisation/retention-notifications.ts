// What the admins are told before old data is deleted.
import { Type } from '@sinclair/typebox';
import type { Language } from '../../platform/lib/languages.ts';
import { CalendarDate, stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { de, en } from '../../platform/notifications/words.ts';
import { retentionKinds, type RetentionKind } from '../../platform/settings/retention-rules.ts';

const kindNames: Record<Language, Record<RetentionKind, string>> = {
  en: {
    notifications: 'Notifications',
    deliveries: 'Deliveries of webhooks',
    summaries: 'Weekly summaries with their responses and trend flags',
    audit: 'Entries of the audit log',
  },
  de: {
    notifications: 'Mitteilungen',
    deliveries: 'Zustellungen an Webhooks',
    summaries: 'Wochenberichte mit ihren Antworten und Trendhinweisen',
    audit: 'Einträge des Audit-Logs',
  },
};

export const retentionNotifications = {
  'retention.announced': defineNotification({
    description:
      'Tells the admins and the People Team, a day before the first time, what a new setting of retention deletes.',
    when: 'The setting `retention` was changed: a day before the first time that it deletes something.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
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
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the settings',
        subject: ({ from }) => `Old data will be deleted from ${en.formatDay(from)} on`,
        body: ({ from, kinds }) => [
          `The setting "retention" of your organisation was changed. From ${en.formatDay(from)} on, once a day, what is older is deleted for good:`,
          {
            heading: 'Deleted',
            items: kinds.map(
              ({ kind, days, count }) =>
                `${kindNames.en[kind]} older than ${days} days: ${count.toLocaleString('en')} today`,
            ),
          },
          'The audit log says who changed the setting. Until then it can be changed back, and nothing is deleted.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Einstellungen öffnen',
        subject: ({ from }) => `Ab ${de.formatDay(from)} werden alte Daten gelöscht`,
        body: ({ from, kinds }) => [
          `Die Einstellung "retention" Ihrer Organisation wurde geändert. Ab ${de.formatDay(from)} wird einmal täglich endgültig gelöscht, was älter ist:`,
          {
            heading: 'Gelöscht werden',
            items: kinds.map(
              ({ kind, days, count: found }) =>
                `${kindNames.de[kind]}, älter als ${days} Tage: heute ${found.toLocaleString('de')}`,
            ),
          },
          'Im Audit-Log steht, wer die Einstellung geändert hat. Bis dahin kann sie zurückgesetzt werden, und nichts wird gelöscht.',
        ],
      },
    },
  }),
};

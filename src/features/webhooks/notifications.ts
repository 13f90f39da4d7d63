// What the admins are told about webhooks.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';

/** A name of at most 253 characters with a port. */
const Host = Type.String({ format: 'text', minLength: 1, maxLength: 260 });

export const webhookNotifications = {
  'webhook.disabled': defineNotification({
    description: 'Tells the admins that a webhook was disabled because its receiver refuses or fails.',
    when: 'A receiver answers that it wants no more events, or fails for five days.',
    readers: { roles: ['admin'] },
    subjectType: 'webhook',
    payload: Type.Object({ host: Host, reason: stringEnum('gone', 'failing') }),
    example: { host: 'hr.fjordware.example', reason: 'failing' },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the webhook',
        subject: ({ host }) => `Webhook to ${host} disabled`,
        body: ({ host, reason }) => [
          reason === 'gone'
            ? `The receiver at ${host} answered that it wants no more events (410), so none are sent to it any more.`
            : `Events to ${host} have failed for five days, so none are sent to it any more.`,
          'Enable the webhook when its receiver works again: it continues with the changes that it has not got.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Webhook öffnen',
        subject: ({ host }) => `Webhook zu ${host} abgeschaltet`,
        body: ({ host, reason }) => [
          reason === 'gone'
            ? `Der Empfänger unter ${host} hat geantwortet, dass er keine Ereignisse mehr will (410). Er bekommt keine mehr.`
            : `Die Zustellung an ${host} ist fünf Tage lang gescheitert. Der Empfänger bekommt keine Ereignisse mehr.`,
          'Schalten Sie den Webhook wieder ein, wenn der Empfänger funktioniert: Er setzt mit den Änderungen fort, die noch fehlen.',
        ],
      },
    },
  }),
};

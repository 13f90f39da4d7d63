// The notification type about webhooks: one was disabled.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { channels, defineNotification, paragraph } from '../content.ts';

/** A name of at most 253 characters with a port. */
const Host = Type.String({ format: 'text', minLength: 1, maxLength: 260 });

export const webhookTypes = {
  'webhook.disabled': defineNotification({
    description: 'Tells the admins that a webhook was disabled because its receiver refuses or fails.',
    channels,
    payload: Type.Object({ host: Host, reason: stringEnum('gone', 'failing') }),
    subjectType: 'webhook',
    example: { host: 'hr.fjordware.example', reason: 'failing' },
    because: 'you are an admin',
    action: 'Open the webhook',
    subject: ({ host }) => `Webhook to ${host} disabled`,
    body: ({ host, reason }) => [
      paragraph(
        reason === 'gone'
          ? `The receiver at ${host} answered that it wants no more events (410), so none are sent to it any more.`
          : `Events to ${host} have failed for five days, so none are sent to it any more.`,
      ),
      paragraph('Enable the webhook when its receiver works again: it continues with the changes that it has not got.'),
    ],
  }),
};

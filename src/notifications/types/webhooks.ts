// The notification type about webhooks: one was disabled.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { defineNotification } from '../content.ts';

/** A name of at most 253 characters with a port. */
const Host = Type.String({ format: 'text', minLength: 1, maxLength: 260 });

export const webhookTypes = {
  'webhook.disabled': defineNotification({
    description: 'Tells the admins that a webhook was disabled because its receiver refuses or fails.',
    payload: Type.Object({ host: Host, reason: stringEnum('gone', 'failing') }),
    subjectType: 'webhook',
    example: { host: 'hr.fjordware.example', reason: 'failing' },
  }),
};

// Notification types about who signs in: an identity provider was added or deleted.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { defineNotification } from '../content.ts';

export const identityTypes = {
  'identity.provider_changed': defineNotification({
    description: 'Tells the admins and the People Team that an identity provider was added or deleted.',
    payload: Type.Object({
      issuer: Type.String({ format: 'text', minLength: 1, maxLength: 1_000 }),
      change: stringEnum('added', 'deleted'),
    }),
    example: { issuer: 'https://fjordware.okta.example/oauth2/default', change: 'added' },
  }),
};

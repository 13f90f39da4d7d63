// Notification types about who signs in: an identity provider was added or deleted.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { channels, defineNotification, paragraph } from '../content.ts';

export const identityTypes = {
  'identity.provider_changed': defineNotification({
    description: 'Tells the admins and the People Team that an identity provider was added or deleted.',
    channels,
    payload: Type.Object({
      issuer: Type.String({ format: 'text', minLength: 1, maxLength: 1_000 }),
      change: stringEnum('added', 'deleted'),
    }),
    example: { issuer: 'https://fjordware.okta.example/oauth2/default', change: 'added' },
    because: 'you are an admin or in the People Team',
    action: 'Open the identity providers',
    subject: ({ change }) => `An identity provider was ${change}`,
    body: ({ issuer, change }) => [
      paragraph(
        change === 'added'
          ? `People sign in with tokens of ${issuer} from now on. Whoever runs it can sign in as everybody of your company.`
          : `Nobody signs in with tokens of ${issuer} any more.`,
      ),
      paragraph('The audit log says who did it. If it was not meant, ask who operates the service.'),
    ],
  }),
};

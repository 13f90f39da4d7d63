// What is told about identity providers.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';

export const identityNotifications = {
  'identity.provider_changed': defineNotification({
    description:
      'Tells the admins and the People Team that an identity provider was added or deleted, or that people sign in there to the page by another client.',
    when: 'An identity provider is added or deleted, or gets another client of the page.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    payload: Type.Object({
      issuer: Type.String({ format: 'text', minLength: 1, maxLength: 1_000 }),
      change: stringEnum('added', 'deleted', 'client_changed'),
    }),
    example: { issuer: 'https://fjordware.okta.example/oauth2/default', change: 'added' },
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the identity providers',
        subject: ({ change }) =>
          change === 'client_changed'
            ? 'People sign in to the page in another way'
            : `An identity provider was ${change}`,
        body: ({ issuer, change }) => [
          change === 'added'
            ? `From now on, people can sign in with tokens from ${issuer}. Whoever runs it can sign in as anyone in your company.`
            : change === 'deleted'
              ? `Nobody can sign in with tokens from ${issuer} any more.`
              : `The client or the scopes were changed with which people sign in to the page at ${issuer}. Without a client they cannot.`,
          'The audit log says who did it. If it was not meant, ask who operates the service.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Identitätsanbieter öffnen',
        subject: ({ change }) =>
          change === 'client_changed'
            ? 'Die Anmeldung auf der Seite ist geändert'
            : `Ein Identitätsanbieter wurde ${change === 'added' ? 'hinzugefügt' : 'gelöscht'}`,
        body: ({ issuer, change }) => [
          change === 'added'
            ? `Ab jetzt gelten zur Anmeldung Tokens von ${issuer}. Wer diesen Anbieter betreibt, kann sich als jede Person Ihres Unternehmens anmelden.`
            : change === 'deleted'
              ? `Tokens von ${issuer} gelten nicht mehr zur Anmeldung.`
              : `Der Client oder die Scopes, mit denen man sich auf der Seite bei ${issuer} anmeldet, wurden geändert. Ohne Client geht es nicht.`,
          'Im Audit-Log steht, wer das war. Falls es nicht gewollt war, fragen Sie den Betreiber des Dienstes.',
        ],
      },
    },
  }),
};

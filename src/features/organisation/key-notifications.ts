// What is told about changes of the access of people: what they sign in with, and what they may do.
import { Type } from '@sinclair/typebox';
import type { Language } from '../../platform/lib/languages.ts';
import { keyChanges, type KeyChangeName } from './people/key-names.ts';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Count, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

const keyNames: Record<Language, Record<KeyChangeName, string>> = {
  en: {
    email: 'the e-mail address',
    userName: 'the user name',
    externalId: 'the id in the directory',
    unbound: 'an account no longer signs in',
    bound: 'an account signs in again',
    signedIn: 'an account signed in for the first time',
    deactivated: 'the access to the service has ended',
    activated: 'the access to the service is there again',
    roles: 'roles were taken away',
  },
  de: {
    email: 'die E-Mail-Adresse',
    userName: 'der Benutzername',
    externalId: 'die Kennung im Verzeichnisdienst',
    unbound: 'ein Konto gilt nicht mehr zur Anmeldung',
    bound: 'ein Konto gilt wieder zur Anmeldung',
    signedIn: 'ein Konto hat sich zum ersten Mal angemeldet',
    deactivated: 'der Zugang zum Dienst ist beendet',
    activated: 'der Zugang zum Dienst besteht wieder',
    roles: 'Rollen wurden entzogen',
  },
};

const Changes = Type.Array(stringEnum(...keyChanges), { minItems: 1, maxItems: keyChanges.length });

export const keyNotifications = {
  'account.keys_changed': defineNotification({
    description:
      'Tells a person that their access was changed: the address or id by which they sign in, an account that signs in as them, whether they may sign in, or their roles. The e-mail goes to the address before, also after they have left.',
    when: 'Somebody changes what a person signs in with, an account signs in as them that nobody expected, an admin deactivates or activates them, or they lose a role with tenant scope.',
    readers: { themself: 'the person, at the address before' },
    isSecurity: true,
    payload: Type.Object({ changes: Changes, ...by }),
    example: { changes: ['email'], by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'somebody changed your access',
        action: 'Open the app',
        subject: () => 'Your access was changed',
        body: ({ changes, ...who }) => [
          `${en.nameActor(who)} changed your access here: ${changes.map((one) => keyNames.en[one]).join(', ')}.`,
          'If you did not expect this, ask the People Team or an admin of your company at once: somebody else might act as you.',
        ],
      },
      de: {
        because: 'jemand Ihren Zugang geändert hat',
        action: 'App öffnen',
        subject: () => 'Ihr Zugang wurde geändert',
        body: ({ changes, ...who }) => [
          `${de.nameActor(who)} hat Ihren Zugang geändert: ${changes.map((one) => keyNames.de[one]).join(', ')}.`,
          'Wenn Sie das nicht erwartet haben, fragen Sie sofort das People-Team oder einen Admin Ihres Unternehmens: Jemand anders könnte für Sie handeln.',
        ],
      },
    },
  }),

  'org.keys_changed': defineNotification({
    description: 'Tells the admins and the People Team that the access of people was changed.',
    when: 'As `account.keys_changed`, except that an admin deactivates somebody without a role with tenant scope; of a directory and of first sign-ins once a day.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    subjectType: 'user',
    payload: Type.Object({ personName: Name, others: Count, changes: Changes, ...by }),
    example: { personName: 'Ines Caldeira', others: 0, changes: ['email'], by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the audit log',
        subject: ({ personName, others }) =>
          `The access of ${personName}${others > 0 ? ` and ${en.count(others, 'other')}` : ''} was changed`,
        body: ({ personName, others, changes, by, byName }) => [
          `${en.nameActor({ by, byName })} changed the access of ${personName}: ${changes.map((one) => keyNames.en[one]).join(', ')}.` +
            (others > 0 ? ` The same change concerns ${en.count(others, 'other person', 'other people')}.` : ''),
          ...(by === 'directory' || by === 'provider'
            ? [
                `You are told of changes by your ${by === 'directory' ? 'directory' : 'identity provider'} once a day; the audit log has all of them.`,
              ]
            : []),
          'Somebody else might act as that person. If it was not meant, an admin can change it back.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Audit-Log öffnen',
        subject: ({ personName, others }) =>
          `Geänderter Zugang: ${personName}${others > 0 ? ` und ${de.count(others, 'weitere Person', 'weitere Personen')}` : ''}`,
        body: ({ personName, others, changes, by, byName }) => [
          `${de.nameActor({ by, byName })} hat den Zugang von ${personName} geändert: ${changes.map((one) => keyNames.de[one]).join(', ')}.` +
            (others > 0
              ? ` Dieselbe Änderung betrifft ${de.count(others, 'weitere Person', 'weitere Personen')}.`
              : ''),
          ...(by === 'directory' || by === 'provider'
            ? [
                `Von Änderungen Ihres ${by === 'directory' ? 'Verzeichnisdienstes' : 'Identitätsanbieters'} erfahren Sie einmal am Tag; im Audit-Log stehen alle.`,
              ]
            : []),
          'Jemand anders könnte als diese Person handeln. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
        ],
      },
    },
  }),
};

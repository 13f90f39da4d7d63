// What is told about changes of the keys by which people sign in.
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
  },
  de: {
    email: 'die E-Mail-Adresse',
    userName: 'der Benutzername',
    externalId: 'die Kennung im Verzeichnisdienst',
    unbound: 'ein Konto gilt nicht mehr zur Anmeldung',
    bound: 'ein Konto gilt wieder zur Anmeldung',
  },
};

const Changes = Type.Array(stringEnum(...keyChanges), { minItems: 1, maxItems: keyChanges.length });

export const keyNotifications = {
  'account.keys_changed': defineNotification({
    description:
      'Tells a person that somebody changed the address or id by which they sign in, or what they sign in with. The e-mail goes to the address before.',
    when: 'Somebody changes by what a person signs in.',
    readers: { themself: 'the person who signs in by it, at the address before' },
    isSecurity: true,
    payload: Type.Object({ changes: Changes, ...by }),
    example: { changes: ['email'], by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'somebody changed by what you sign in',
        action: 'Open the app',
        subject: () => 'Your sign-in was changed',
        body: ({ changes, ...who }) => [
          `${en.nameActor(who)} changed how you are known here: ${changes.map((one) => keyNames.en[one]).join(', ')}.`,
          'If you did not expect this, ask the People Team or an admin of your company at once: somebody else might sign in as you.',
        ],
      },
      de: {
        because: 'jemand geändert hat, womit Sie sich anmelden',
        action: 'App öffnen',
        subject: () => 'Ihre Anmeldung wurde geändert',
        body: ({ changes, ...who }) => [
          `${de.nameActor(who)} hat geändert, woran man Sie hier erkennt: ${changes.map((one) => keyNames.de[one]).join(', ')}.`,
          'Wenn Sie das nicht erwartet haben, fragen Sie sofort das People-Team oder einen Admin Ihres Unternehmens: Jemand anders könnte sich als Sie anmelden.',
        ],
      },
    },
  }),

  'org.keys_changed': defineNotification({
    description: 'Tells the admins and the People Team that somebody changed by what people sign in.',
    when: 'Somebody changes by what people sign in; of a directory once a day.',
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
          `The sign-in of ${personName}${others > 0 ? ` and ${en.count(others, 'other')}` : ''} was changed`,
        body: ({ personName, others, changes, by, byName }) => [
          `${en.nameActor({ by, byName })} changed by what ${personName} signs in: ${changes.map((one) => keyNames.en[one]).join(', ')}.` +
            (others > 0 ? ` The same change concerns ${en.count(others, 'other person', 'other people')}.` : ''),
          ...(by === 'directory'
            ? ['You are told of changes by your directory once a day; the audit log has all of them.']
            : []),
          'Whoever gets these can sign in as that person. If it was not meant, an admin can change it back.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Audit-Log öffnen',
        subject: ({ personName, others }) =>
          `Geänderte Anmeldung: ${personName}${others > 0 ? ` und ${de.count(others, 'weitere Person', 'weitere Personen')}` : ''}`,
        body: ({ personName, others, changes, by, byName }) => [
          `${de.nameActor({ by, byName })} hat geändert, womit sich ${personName} anmeldet: ${changes.map((one) => keyNames.de[one]).join(', ')}.` +
            (others > 0
              ? ` Dieselbe Änderung betrifft ${de.count(others, 'weitere Person', 'weitere Personen')}.`
              : ''),
          ...(by === 'directory'
            ? ['Von Änderungen Ihres Verzeichnisdienstes erfahren Sie einmal am Tag; im Audit-Log stehen alle.']
            : []),
          'Wer das bekommt, kann sich als diese Person anmelden. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
        ],
      },
    },
  }),
};

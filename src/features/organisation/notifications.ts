// What is told about changes of the organisation that need somebody: who left, who waits, who is missing.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';
import { roles } from '../../platform/permissions.ts';

export const organisationNotifications = {
  'org.manager_left': defineNotification({
    description: 'Tells the admins that a directory deactivated somebody to whom people report.',
    when: 'A directory deactivates somebody to whom people report.',
    readers: { roles: ['admin'] },
    subjectType: 'user',
    payload: Type.Object({ personName: Name, reports: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    example: { personName: 'Ines Caldeira', reports: 4 },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the org chart',
        subject: ({ personName, reports }) =>
          `${personName} has left; ${en.count(reports, 'person still reports', 'people still report')} to them`,
        body: ({ personName, reports }) => [
          `${personName} was deactivated by your directory. ${en.count(reports, 'person still reports', 'people still report')} to them.`,
          'Until they get another manager, the managers others up remain above them.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Organigramm öffnen',
        subject: ({ personName, reports }) =>
          `${personName} ist ausgeschieden; ${de.count(reports, 'Person braucht', 'Personen brauchen')} eine neue Führungskraft`,
        body: ({ personName, reports }) => [
          `${personName} wurde von Ihrem Verzeichnisdienst deaktiviert. Noch ` +
            `${de.count(reports, 'Person berichtet', 'Personen berichten')} an ${personName}.`,
          'Bis eine neue Führungskraft eingetragen ist, bleiben die Führungskräfte darüber zuständig.',
        ],
      },
    },
  }),

  'org.manager_loop': defineNotification({
    description: 'Tells the admins that somebody was waiting for a manager who now reports to them.',
    when: 'A manager for whom somebody waits arrives, and reports to them.',
    readers: { roles: ['admin'] },
    subjectType: 'user',
    payload: Type.Object({ personName: Name, managerName: Name }),
    example: { personName: 'Ines Caldeira', managerName: 'Noor Haddadin' },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the org chart',
        subject: ({ personName }) => `The manager of ${personName} reports to them`,
        body: ({ personName, managerName }) => [
          `${personName} was to report to ${managerName} as soon as they are here. But ${managerName} reports to ${personName}.`,
          `${personName} was not moved. Correct the org chart, or its source.`,
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Organigramm öffnen',
        subject: ({ personName }) => `Kreis im Organigramm: die Führungskraft von ${personName}`,
        body: ({ personName, managerName }) => [
          `${personName} sollte an ${managerName} berichten, sobald ${managerName} da ist. ` +
            `Aber ${managerName} berichtet an ${personName}.`,
          `${personName} wurde nicht versetzt. Berichtigen Sie das Organigramm oder seine Quelle.`,
        ],
      },
    },
  }),

  'org.no_admin': defineNotification({
    description: 'Tells the People Team that a directory took the role of the only admin.',
    when: 'A directory takes the role of the only admin.',
    readers: { roles: ['people_team'] },
    isSecurity: true,
    subjectType: 'user',
    payload: Type.Object({ personName: Name }),
    example: { personName: 'Ines Caldeira' },
    texts: {
      en: {
        because: 'you are in the People Team',
        action: 'Open the org chart',
        subject: () => 'Nobody is an admin any more',
        body: ({ personName }) => [
          `Your directory took the role of the only admin, ${personName}. Nobody can change people or settings now.`,
          'Let your directory make somebody an admin, or ask who operates the service.',
        ],
      },
      de: {
        because: 'Sie zum People-Team gehören',
        action: 'Organigramm öffnen',
        subject: () => 'Es gibt keinen Admin mehr',
        body: ({ personName }) => [
          `Ihr Verzeichnisdienst hat ${personName} als einzigem Admin die Rolle entzogen. ` +
            'Niemand kann jetzt Personen oder Einstellungen ändern.',
          'Machen Sie jemanden über den Verzeichnisdienst zum Admin, oder fragen Sie den Betreiber des Dienstes.',
        ],
      },
    },
  }),

  'org.person_erased': defineNotification({
    description:
      'Tells the admins and the People Team that the data of a person was erased. It does not name the person.',
    when: 'Somebody erases the data of a person.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    payload: Type.Object({ ...by }),
    example: { by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the audit log',
        subject: () => 'The data of a person was erased',
        body: (who) => [
          `${en.nameActor(who)} erased all data of a person: the account, and what the person wrote. This cannot be undone.`,
          'The audit log has the id of the person.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Audit-Log öffnen',
        subject: () => 'Die Daten einer Person wurden gelöscht',
        body: (who) => [
          `${de.nameActor(who)} hat alle Daten einer Person gelöscht: das Konto und alles, was die Person geschrieben hat. Das ist endgültig.`,
          'Im Audit-Log steht die Kennung der Person.',
        ],
      },
    },
  }),

  'org.rules_changed': defineNotification({
    description:
      'Tells the admins and the People Team that settings were changed that decide who may read, be or erase somebody.',
    when: 'Somebody changes a setting that decides who may read, be or erase somebody, such as `roleApproval` or `retention`.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    payload: Type.Object({ settings: Type.Array(Name, { minItems: 1, maxItems: 20 }), ...by }),
    example: { settings: ['elevatedRoles'], by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the settings',
        subject: () => 'The rules of who sees what were changed',
        body: ({ settings, ...who }) => [
          `${en.nameActor(who)} changed these settings of your organisation: ${settings.join(', ')}.`,
          'The audit log has the values of before. If it was not meant, an admin can change it back.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Einstellungen öffnen',
        subject: () => 'Die Regeln, wer was sieht, wurden geändert',
        body: ({ settings, ...who }) => [
          `${de.nameActor(who)} hat diese Einstellungen Ihrer Organisation geändert: ${settings.join(', ')}.`,
          'Im Audit-Log stehen die Werte von vorher. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
        ],
      },
    },
  }),

  'org.role_given': defineNotification({
    description: 'Tells the admins and the People Team that somebody was given a role with tenant scope.',
    when: 'A change gives somebody a role with tenant scope.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    subjectType: 'user',
    payload: Type.Object({
      personName: Name,
      given: Type.Array(stringEnum(...roles), { minItems: 1, maxItems: roles.length }),
      others: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    example: { personName: 'Ines Caldeira', given: ['people_team'], others: 0 },
    texts: {
      en: {
        because: 'you are an admin or in the People Team',
        action: 'Open the org chart',
        subject: ({ personName, others }) =>
          `${personName}${others > 0 ? ` and ${en.count(others, 'other')}` : ''} got more rights`,
        body: ({ personName, given, others }) => [
          `${personName} was given ${given.length > 1 ? 'the roles' : 'the role'} ${given.map((role) => en.roles[role]).join(', ')}` +
            `${others > 0 ? `, and ${en.count(others, 'other person', 'other people')} such a role` : ''}.`,
          'The audit log says who did it. If it was not meant, an admin can take it back.',
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'Organigramm öffnen',
        subject: ({ personName, others }) =>
          others > 0
            ? `${personName} und ${de.count(others, 'weitere Person', 'weitere Personen')} haben mehr Rechte`
            : `${personName} hat mehr Rechte`,
        body: ({ personName, given, others }) => [
          `${personName} hat jetzt ${given.length > 1 ? 'die Rollen' : 'die Rolle'} ${given.map((role) => de.roles[role]).join(', ')}` +
            `${others > 0 ? `, und ${de.count(others, 'weitere Person hat', 'weitere Personen haben')} eine solche Rolle` : ''}.`,
          'Im Audit-Log steht, wer das war. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
        ],
      },
    },
  }),
};

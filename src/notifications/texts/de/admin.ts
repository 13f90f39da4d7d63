// What the notifications to admins and the People Team say, in German.
import type { RetentionKind } from '../../../rules/retention.ts';
import type { ApprovalKind, KeyChangeName } from '../../../model/approval-kinds.ts';
import type { TypeTexts } from '../texts.ts';
import { count, formatDay } from './words.ts';

const retentionKinds: Record<RetentionKind, string> = {
  notifications: 'Mitteilungen',
  deliveries: 'Zustellungen an Webhooks',
  summaries: 'Wochenberichte mit ihren Antworten und Trendhinweisen',
  audit: 'Einträge des Audit-Logs',
};

const keyChangeNames: Record<KeyChangeName, string> = {
  email: 'die E-Mail-Adresse',
  userName: 'der Benutzername',
  externalId: 'die Kennung im Verzeichnisdienst',
  unbound: 'ein Konto gilt nicht mehr zur Anmeldung',
  bound: 'ein Konto gilt wieder zur Anmeldung',
};
const approvalNames: Record<ApprovalKind, string> = {
  role: 'eine Rolle für jemanden',
  deputy: 'eine Vertretung für eine Führungskraft',
  move: 'eine andere Führungskraft für jemanden',
  plan_approval: 'Pläne von Umorganisationen ohne zweiten Admin',
  sign_in: 'eine erste Anmeldung nach einer Änderung',
};
/** Who did it, at the beginning of a sentence. */
const nameActor = ({ by, byName }: { by: 'admin' | 'directory' | 'operator'; byName?: string | undefined }): string =>
  ({ admin: byName ?? 'Ein Admin', directory: 'Ihr Verzeichnisdienst', operator: 'Der Betreiber des Dienstes' })[by];

export const adminTypes = {
  'insights.import_finished': {
    because: 'Sie den Import gestartet haben',
    action: 'Import öffnen',
    subject: ({ employeeName, outcome }) =>
      outcome === 'parsed'
        ? `Profil von ${employeeName} kann bestätigt werden`
        : `Profil von ${employeeName} nicht importiert`,
    body: ({ employeeName, outcome, reason }) =>
      outcome === 'parsed'
        ? [`Das Profil von ${employeeName} wurde gelesen. Es wird gespeichert, sobald Sie es bestätigen.`]
        : [
            `Das Profil von ${employeeName} konnte nicht importiert werden; es wurde nichts geändert.`,
            ...(reason ? [`Grund (auf Englisch): ${reason}`] : []),
          ],
  },

  'org.plan.applied': {
    because: 'Sie Admin sind',
    action: 'Plan öffnen',
    subject: ({ planName }) => `Plan angewendet: ${planName}`,
    body: ({ planName, moves }) => [
      `Der Plan „${planName}“ wurde angewendet: ${count(moves, 'Person hat', 'Personen haben')} eine neue Führungskraft.`,
      'Er lässt sich zurücknehmen, solange niemand aus dem Plan erneut versetzt wurde.',
    ],
  },

  'org.plan.blocked': {
    because: 'Sie Admin sind',
    action: 'Plan öffnen',
    subject: ({ planName }) => `Plan nicht angewendet: ${planName}`,
    body: ({ planName, effectiveOn, faults }) => [
      `Der Plan „${planName}“ war für den ${formatDay(effectiveOn)} vorgesehen. ` +
        (faults > 0
          ? `Er hat ${count(faults, 'Fehler', 'Fehler')}, deshalb wurde niemand versetzt.`
          : 'Die Datenbank hat zu wenig Speicher für so viele Änderungen auf einmal, deshalb wurde niemand versetzt.'),
      faults > 0
        ? 'Die Vorschau des Plans nennt die Fehler. Berichtigen Sie das Organigramm und wenden Sie den Plan an, oder lehnen Sie ' +
          'ihn ab: Dann ist er wieder ein Entwurf, und wer als Admin seine Änderungen neu schreibt, gilt als Verfasser.'
        : 'Lehnen Sie den Plan ab, damit er wieder ein Entwurf ist, und teilen Sie ihn auf.',
    ],
  },

  'org.manager_left': {
    because: 'Sie Admin sind',
    action: 'Organigramm öffnen',
    subject: ({ personName, reports }) =>
      `${personName} ist ausgeschieden; ${count(reports, 'Person braucht', 'Personen brauchen')} eine neue Führungskraft`,
    body: ({ personName, reports }) => [
      `${personName} wurde von Ihrem Verzeichnisdienst deaktiviert. Noch ` +
        `${count(reports, 'Person berichtet', 'Personen berichten')} an ${personName}.`,
      'Bis eine neue Führungskraft eingetragen ist, bleiben die Führungskräfte darüber zuständig.',
    ],
  },

  'org.manager_loop': {
    because: 'Sie Admin sind',
    action: 'Organigramm öffnen',
    subject: ({ personName }) => `Kreis im Organigramm: die Führungskraft von ${personName}`,
    body: ({ personName, managerName }) => [
      `${personName} sollte an ${managerName} berichten, sobald ${managerName} da ist. ` +
        `Aber ${managerName} berichtet an ${personName}.`,
      `${personName} wurde nicht versetzt. Berichtigen Sie das Organigramm oder seine Quelle.`,
    ],
  },

  'org.role_given': {
    because: 'Sie Admin sind oder zum People-Team gehören',
    action: 'Organigramm öffnen',
    subject: ({ personName, others }) =>
      others > 0
        ? `${personName} und ${count(others, 'weitere Person', 'weitere Personen')} haben mehr Rechte`
        : `${personName} hat mehr Rechte`,
    body: ({ personName, given, others }) => [
      `${personName} hat jetzt ${given.length > 1 ? 'die Rollen' : 'die Rolle'} ${given.join(', ')}` +
        `${others > 0 ? `, und ${count(others, 'weitere Person hat', 'weitere Personen haben')} eine solche Rolle` : ''}.`,
      'Im Audit-Log steht, wer das war. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
    ],
  },

  'org.no_admin': {
    because: 'Sie zum People-Team gehören',
    action: 'Organigramm öffnen',
    subject: () => 'Es gibt keinen Admin mehr',
    body: ({ personName }) => [
      `Ihr Verzeichnisdienst hat ${personName} als einzigem Admin die Rolle entzogen. ` +
        'Niemand kann jetzt Personen oder Einstellungen ändern.',
      'Machen Sie jemanden über den Verzeichnisdienst zum Admin, oder fragen Sie den Betreiber des Dienstes.',
    ],
  },

  'account.keys_changed': {
    because: 'jemand geändert hat, womit Sie sich anmelden',
    action: 'App öffnen',
    subject: () => 'Ihre Anmeldung wurde geändert',
    body: ({ changes, ...who }) => [
      `${nameActor(who)} hat geändert, woran man Sie hier erkennt: ${changes.map((one) => keyChangeNames[one]).join(', ')}.`,
      'Wenn Sie das nicht erwartet haben, fragen Sie sofort das People-Team oder einen Admin Ihres Unternehmens: Jemand anders könnte sich als Sie anmelden.',
    ],
  },

  'deputy.named': {
    because: 'jemand Sie vertritt',
    action: 'Vertretungen öffnen',
    subject: ({ deputyName }) => `Ihre Vertretung: ${deputyName}`,
    body: ({ deputyName, from, to, ...who }) => [
      `${nameActor(who)} hat ${deputyName} vom ${formatDay(from)} bis zum ${formatDay(to)} als Ihre Vertretung eingetragen.`,
      'Eine Vertretung darf, was Sie durch Ihren Platz im Organigramm dürfen. Sie können sie jederzeit beenden.',
    ],
  },

  'deputy.assigned': {
    because: 'Sie jemanden vertreten',
    action: 'Berichte ansehen',
    subject: ({ managerName, summaries = 0 }) =>
      `Sie vertreten ${managerName}` +
      (summaries > 0 ? `: ${count(summaries, 'Wochenbericht wartet', 'Wochenberichte warten')}` : ''),
    body: ({ managerName, from, to, rights, summaries = 0 }) => [
      `Sie vertreten ${managerName} vom ${formatDay(from)} bis zum ${formatDay(to)}.`,
      rights.includes('read')
        ? 'Sie dürfen lesen, was die vertretene Person durch ihren Platz im Organigramm lesen darf, außer Abwesenheiten.'
        : 'Sie dürfen die Wochenberichte der Unterstellten lesen und beantworten.',
      ...(rights.length > 1 ? ['Sie dürfen auch die Wochenberichte der Unterstellten beantworten.'] : []),
      ...(summaries > 0 ? [`${count(summaries, 'Bericht hat', 'Berichte haben')} noch keine Antwort.`] : []),
    ],
  },

  'deputy.ended': {
    because: 'Sie jemanden vertreten haben',
    action: 'App öffnen',
    subject: ({ managerName }) => `Sie vertreten ${managerName} nicht mehr`,
    body: ({ managerName }) => [`Ihre Zeit als Vertretung von ${managerName} ist zu Ende.`],
  },

  'deputy.left': {
    because: 'jemand als Vertretung eingetragen war',
    action: 'Vertretungen öffnen',
    subject: ({ deputyName, managerName }) => `${deputyName}, die Vertretung von ${managerName}, ist nicht mehr da`,
    body: ({ deputyName, managerName, to }) => [
      `${deputyName} sollte ${managerName} bis zum ${formatDay(to)} vertreten, ist aber nicht mehr da. Es gibt keinen Ersatz.`,
    ],
  },

  'org.keys_changed': {
    because: 'Sie Admin sind oder zum People-Team gehören',
    action: 'Audit-Log öffnen',
    subject: ({ personName, others }) =>
      `Geänderte Anmeldung: ${personName}${others > 0 ? ` und ${count(others, 'weitere Person', 'weitere Personen')}` : ''}`,
    body: ({ personName, others, changes, by, byName }) => [
      `${nameActor({ by, byName })} hat geändert, womit sich ${personName} anmeldet: ${changes.map((one) => keyChangeNames[one]).join(', ')}.` +
        (others > 0 ? ` Dieselbe Änderung betrifft ${count(others, 'weitere Person', 'weitere Personen')}.` : ''),
      ...(by === 'directory'
        ? ['Von Änderungen Ihres Verzeichnisdienstes erfahren Sie einmal am Tag; im Audit-Log stehen alle.']
        : []),
      'Wer das bekommt, kann sich als diese Person anmelden. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.',
    ],
  },

  'identity.provider_changed': {
    because: 'Sie Admin sind oder zum People-Team gehören',
    action: 'Identitätsanbieter öffnen',
    subject: ({ change }) => `Ein Identitätsanbieter wurde ${change === 'added' ? 'hinzugefügt' : 'gelöscht'}`,
    body: ({ issuer, change }) => [
      change === 'added'
        ? `Ab jetzt gelten zur Anmeldung Tokens von ${issuer}. Wer diesen Anbieter betreibt, kann sich als jede Person Ihres Unternehmens anmelden.`
        : `Tokens von ${issuer} gelten nicht mehr zur Anmeldung.`,
      'Im Audit-Log steht, wer das war. Falls es nicht gewollt war, fragen Sie den Betreiber des Dienstes.',
    ],
  },

  'email.stopped': {
    because: 'Sie Admin sind',
    action: 'Person öffnen',
    subject: ({ personName }) => `Keine E-Mails mehr an ${personName}`,
    body: ({ personName, reason }) => [
      reason === 'bounce'
        ? `Die Adresse von ${personName} nimmt keine E-Mails an, deshalb gehen keine mehr dorthin.`
        : `Eine E-Mail an ${personName} wurde als Spam gemeldet, deshalb gehen keine E-Mails mehr an die Adresse.`,
      'Mitteilungen in der App gehen weiter. Berichtigen Sie die Adresse, oder heben Sie die Sperre im Eintrag der Person auf, wenn die Adresse wieder erreichbar ist.',
    ],
  },

  'org.role_requested': {
    because: 'Sie Admin sind',
    action: 'Anträge öffnen',
    subject: ({ personName }) => `${personName} soll mehr Rechte bekommen`,
    body: ({ personName, role }) => [
      `Für ${personName} wurde die Rolle ${role} beantragt.`,
      'Ein anderer Admin als der, der sie beantragt hat, kann zustimmen oder ablehnen.',
    ],
  },

  'approval.requested': {
    because: 'Sie Admin sind',
    action: 'Anträge öffnen',
    subject: ({ kind, personName }) => `Zur Freigabe: ${approvalNames[kind]}${personName ? ` (${personName})` : ''}`,
    body: ({ kind, personName, ...who }) => [
      `${nameActor(who)} hat beantragt: ${approvalNames[kind]}${personName ? `, betrifft ${personName}` : ''}.`,
      'Ein anderer Admin kann binnen 30 Tagen zustimmen oder ablehnen.',
    ],
  },

  'retention.announced': {
    because: 'Sie Admin sind',
    action: 'Einstellungen öffnen',
    subject: ({ from }) => `Ab ${formatDay(from)} werden alte Daten gelöscht`,
    body: ({ from, kinds }) => [
      `Die Einstellung "retention" Ihrer Organisation wurde geändert. Ab ${formatDay(from)} wird einmal täglich endgültig gelöscht, was älter ist:`,
      {
        heading: 'Gelöscht werden',
        items: kinds.map(
          ({ kind, days, count: found }) =>
            `${retentionKinds[kind]}, älter als ${days} Tage: heute ${found.toLocaleString('de')}`,
        ),
      },
      'Im Audit-Log steht, wer die Einstellung geändert hat. Bis dahin kann sie zurückgesetzt werden, und nichts wird gelöscht.',
    ],
  },

  'webhook.disabled': {
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
} satisfies Partial<TypeTexts>;

// What the notifications of each type say, in German.
import { pluralize } from '../../../lib/pluralize.ts';
import { dimensions } from '../../../model/scores.ts';
import { createDateFormats } from '../../../rules/format-dates.ts';
import { toMonday } from '../../../rules/weeks.ts';
import type { RetentionKind } from '../../../rules/retention.ts';
import { bars, list, paragraph, type Bar } from '../../content.ts';
import { types as english } from '../en/types.ts';
import type { TypeTexts } from '../texts.ts';

const { formatDay, formatMonth } = createDateFormats('de-DE');
const formatWeek = (date: string): string => `Woche vom ${formatDay(toMonday(date))}`;
const count = (number: number, one: string, many: string): string => pluralize(number, one, many, 'de');

const scoreTitles = {
  qualityOfWork: 'Qualität der Arbeit',
  personalWellbeing: 'Persönliches Wohlbefinden',
  professionalWellbeing: 'Berufliches Wohlbefinden',
};
const scopePreposition = { individual: 'von', department: 'in der Abteilung', organisation: 'in der Organisation' };

function createBar(label: string, mean: number): Bar {
  const score = mean.toFixed(1).replace('.', ',');
  return { label, share: mean / 5, score, words: `${score} von 5` };
}

const retentionKinds: Record<RetentionKind, string> = {
  notifications: 'Mitteilungen',
  deliveries: 'Zustellungen an Webhooks',
  summaries: 'Wochenberichte mit ihren Antworten und Trendhinweisen',
  audit: 'Einträge des Audit-Logs',
};

export const types: TypeTexts = {
  'weekly_summary.submitted': {
    because: 'die Person, die den Wochenbericht geschrieben hat, an Sie berichtet',
    action: 'Wochenbericht lesen',
    subject: ({ employeeName, weekStart }) => `Wochenbericht von ${employeeName}, ${formatWeek(weekStart)}`,
    body: ({ employeeName, weekStart }) => [
      paragraph(`${employeeName} hat den Bericht für die ${formatWeek(weekStart)} abgegeben.`),
      paragraph(
        'Eine kurze Antwort zeigt, dass Sie ihn gelesen haben, und ist ein guter Einstieg ins nächste Gespräch.',
      ),
    ],
  },

  'weekly_summary.handed_over': {
    because: 'die Personen, die die Wochenberichte geschrieben haben, jetzt an Sie berichten',
    action: 'Wochenberichte ansehen',
    subject: ({ summaries }) => `${count(summaries, 'Wochenbericht wartet', 'Wochenberichte warten')} auf Ihre Antwort`,
    body: ({ people, peopleMore = 0, summaries }) => [
      paragraph(
        `An Sie berichten weitere Personen. ${count(summaries, 'Bericht von ihnen hat', 'Berichte von ihnen haben')} noch keine Antwort.`,
      ),
      list('Geschrieben von', peopleMore > 0 ? [...people, `${peopleMore} weitere`] : people),
    ],
  },

  'weekly_summary.responded': {
    because: 'es Ihr Wochenbericht ist',
    action: 'Antwort lesen',
    subject: ({ managerName, weekStart }) =>
      `${managerName} hat auf Ihren Wochenbericht geantwortet, ${formatWeek(weekStart)}`,
    body: ({ managerName, weekStart }) => [
      paragraph(`${managerName} hat Ihren Bericht für die ${formatWeek(weekStart)} gelesen und darauf geantwortet.`),
    ],
  },

  'weekly_summary.due': {
    because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
    action: 'Wochenbericht schreiben',
    subject: ({ weekStart }) => `Ihr Wochenbericht ist fällig, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Ihr Bericht für die ${formatWeek(weekStart)} ist fällig.`),
      paragraph('Ein paar Zeilen genügen. Ihre Führungskraft liest sie und kann helfen, wo etwas Sie aufhält.'),
    ],
  },

  'weekly_summary.last_call': {
    because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
    action: 'Wochenbericht schreiben',
    subject: ({ weekStart }) => `Letzte Erinnerung an Ihren Wochenbericht, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Ihr Bericht für die ${formatWeek(weekStart)} fehlt noch.`),
      paragraph('Sie können ihn schreiben, bis die Übersicht dieser Woche versandt wird, und auch danach.'),
    ],
  },

  'digest.weekly': {
    because: 'Personen an Sie berichten oder Ihre Rolle die ganze Organisation umfasst',
    action: 'Wochenübersicht öffnen',
    subject: ({ weekStart, people, submitted }) =>
      `Wochenübersicht: ${submitted} von ${count(people, 'Bericht', 'Berichten')}, ${formatWeek(weekStart)}`,
    body: ({
      weekStart,
      people,
      submitted,
      missing,
      missingMore = 0,
      excused = 0,
      awaiting = 0,
      writers = [],
      averages,
    }) => [
      paragraph(
        `Für die ${formatWeek(weekStart)} ${submitted === 1 ? 'wurde' : 'wurden'} ${submitted} von ` +
          `${count(people, 'Wochenbericht', 'Wochenberichten')} abgegeben.`,
      ),
      missing.length + missingMore === 0
        ? paragraph('Es fehlt kein Bericht.')
        : list('Noch nicht abgegeben', missingMore > 0 ? [...missing, `${missingMore} weitere`] : missing),
      ...(excused > 0
        ? [
            paragraph(
              `${count(excused, 'Person wird', 'Personen werden')} nicht gezählt, weil die Woche keinen Arbeitstag für sie hatte.`,
            ),
          ]
        : []),
      ...(awaiting > 0
        ? [list(`${count(awaiting, 'Bericht wartet', 'Berichte warten')} auf Ihre Antwort`, writers)]
        : []),
      ...(averages
        ? [
            bars(
              'Durchschnittliche Werte, von 1 bis 5',
              dimensions.map((dimension) => createBar(scoreTitles[dimension], averages[dimension])),
            ),
          ]
        : []),
    ],
  },

  'trend.flagged': {
    because: 'Sie Zugriff auf diese Werte haben',
    action: 'Entwicklung ansehen',
    subject: ({ subjectName, dimension, direction }) =>
      `${scoreTitles[dimension]} ${direction === 'up' ? 'gestiegen' : 'gesunken'}: ${subjectName}`,
    body: ({ subjectName, scope, dimension, direction, weekStart }) => [
      paragraph(
        `Der Wert „${scoreTitles[dimension]}“ ${scopePreposition[scope]} ${subjectName} ist in der ` +
          `${formatWeek(weekStart)} deutlich ${direction === 'up' ? 'höher' : 'niedriger'} als sonst.`,
      ),
      paragraph(
        'Der Hinweis beruht allein auf den Werten; es wurde kein Text gelesen. Nehmen Sie ihn als Anlass zu fragen, nicht als Ergebnis.',
      ),
    ],
  },

  'goals.non_setters': {
    because: 'Ihr Board für diese Woche noch kein Ziel enthält',
    action: 'Ziel setzen',
    subject: ({ weekStart }) => `Noch kein Ziel für die ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Ihr Board für die ${formatWeek(weekStart)} ist noch leer.`),
      paragraph('Ein Ziel genügt, auch ein kleines zählt: Was würde diese Woche für Sie zu einer guten machen?'),
    ],
  },

  'nomination.received': {
    because: 'die Nominierung Sie nennt',
    action: 'Nominierung ansehen',
    subject: ({ nominatorName, period, team }) =>
      `${nominatorName} hat ${team ? `Ihr Team ${team}` : 'Sie'} nominiert (${formatMonth(period)})`,
    body: ({ nominatorName, period, team }) => [
      paragraph(
        `Gute Nachricht: ${nominatorName} hat ${team ? `Sie und Ihr Team ${team}` : 'Sie'} im ` +
          `${formatMonth(period)} für eine Anerkennung nominiert.`,
      ),
      paragraph('Jemand hat Ihre Arbeit bemerkt und sich die Zeit genommen, das zu sagen.'),
    ],
  },

  'insights.import_finished': {
    because: 'Sie den Import gestartet haben',
    action: 'Import öffnen',
    subject: ({ employeeName, outcome }) =>
      outcome === 'parsed'
        ? `Profil von ${employeeName} kann bestätigt werden`
        : `Profil von ${employeeName} nicht importiert`,
    body: ({ employeeName, outcome, reason }) =>
      outcome === 'parsed'
        ? [paragraph(`Das Profil von ${employeeName} wurde gelesen. Es wird gespeichert, sobald Sie es bestätigen.`)]
        : [
            paragraph(`Das Profil von ${employeeName} konnte nicht importiert werden; es wurde nichts geändert.`),
            ...(reason ? [paragraph(`Grund (auf Englisch): ${reason}`)] : []),
          ],
  },

  'org.plan.applied': {
    because: 'Sie Admin sind',
    action: 'Plan öffnen',
    subject: ({ planName }) => `Plan angewendet: ${planName}`,
    body: ({ planName, moves }) => [
      paragraph(
        `Der Plan „${planName}“ wurde angewendet: ${count(moves, 'Person hat', 'Personen haben')} eine neue Führungskraft.`,
      ),
      paragraph('Er lässt sich zurücknehmen, solange niemand aus dem Plan erneut versetzt wurde.'),
    ],
  },

  'org.plan.blocked': {
    because: 'Sie Admin sind',
    action: 'Plan öffnen',
    subject: ({ planName }) => `Plan nicht angewendet: ${planName}`,
    body: ({ planName, effectiveOn, faults }) => [
      paragraph(
        `Der Plan „${planName}“ war für den ${formatDay(effectiveOn)} vorgesehen. ` +
          (faults > 0
            ? `Er hat ${count(faults, 'Fehler', 'Fehler')}, deshalb wurde niemand versetzt.`
            : 'Die Datenbank hat zu wenig Speicher für so viele Änderungen auf einmal, deshalb wurde niemand versetzt.'),
      ),
      paragraph(
        faults > 0
          ? 'Die Vorschau des Plans nennt die Fehler. Berichtigen Sie das Organigramm und wenden Sie den Plan an, oder lehnen Sie ' +
              'ihn ab: Dann ist er wieder ein Entwurf, und wer als Admin seine Änderungen neu schreibt, gilt als Verfasser.'
          : 'Lehnen Sie den Plan ab, damit er wieder ein Entwurf ist, und teilen Sie ihn auf.',
      ),
    ],
  },

  'org.manager_left': {
    because: 'Sie Admin sind',
    action: 'Organigramm öffnen',
    subject: ({ personName, reports }) =>
      `${personName} ist ausgeschieden; ${count(reports, 'Person braucht', 'Personen brauchen')} eine neue Führungskraft`,
    body: ({ personName, reports }) => [
      paragraph(
        `${personName} wurde von Ihrem Verzeichnisdienst deaktiviert. Noch ` +
          `${count(reports, 'Person berichtet', 'Personen berichten')} an ${personName}.`,
      ),
      paragraph('Bis eine neue Führungskraft eingetragen ist, bleiben die Führungskräfte darüber zuständig.'),
    ],
  },

  'org.manager_loop': {
    because: 'Sie Admin sind',
    action: 'Organigramm öffnen',
    subject: ({ personName }) => `Kreis im Organigramm: die Führungskraft von ${personName}`,
    body: ({ personName, managerName }) => [
      paragraph(
        `${personName} sollte an ${managerName} berichten, sobald ${managerName} da ist. ` +
          `Aber ${managerName} berichtet an ${personName}.`,
      ),
      paragraph(`${personName} wurde nicht versetzt. Berichtigen Sie das Organigramm oder seine Quelle.`),
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
      paragraph(
        `${personName} hat jetzt ${given.length > 1 ? 'die Rollen' : 'die Rolle'} ${given.join(', ')}` +
          `${others > 0 ? `, und ${count(others, 'weitere Person hat', 'weitere Personen haben')} eine solche Rolle` : ''}.`,
      ),
      paragraph('Im Audit-Log steht, wer das war. Falls es nicht gewollt war, kann ein Admin es zurücknehmen.'),
    ],
  },

  'org.no_admin': {
    because: 'Sie zum People-Team gehören',
    action: 'Organigramm öffnen',
    subject: () => 'Es gibt keinen Admin mehr',
    body: ({ personName }) => [
      paragraph(
        `Ihr Verzeichnisdienst hat ${personName} als einzigem Admin die Rolle entzogen. ` +
          'Niemand kann jetzt Personen oder Einstellungen ändern.',
      ),
      paragraph(
        'Machen Sie jemanden über den Verzeichnisdienst zum Admin, oder fragen Sie den Betreiber des Dienstes.',
      ),
    ],
  },

  'identity.provider_changed': {
    because: 'Sie Admin sind oder zum People-Team gehören',
    action: 'Identitätsanbieter öffnen',
    subject: ({ change }) => `Ein Identitätsanbieter wurde ${change === 'added' ? 'hinzugefügt' : 'gelöscht'}`,
    body: ({ issuer, change }) => [
      paragraph(
        change === 'added'
          ? `Ab jetzt gelten zur Anmeldung Tokens von ${issuer}. Wer diesen Anbieter betreibt, kann sich als jede Person Ihres Unternehmens anmelden.`
          : `Tokens von ${issuer} gelten nicht mehr zur Anmeldung.`,
      ),
      paragraph('Im Audit-Log steht, wer das war. Falls es nicht gewollt war, fragen Sie den Betreiber des Dienstes.'),
    ],
  },

  'email.stopped': {
    because: 'Sie Admin sind',
    action: 'Person öffnen',
    subject: ({ personName }) => `Keine E-Mails mehr an ${personName}`,
    body: ({ personName, reason }) => [
      paragraph(
        reason === 'bounce'
          ? `Die Adresse von ${personName} nimmt keine E-Mails an, deshalb gehen keine mehr dorthin.`
          : `Eine E-Mail an ${personName} wurde als Spam gemeldet, deshalb gehen keine E-Mails mehr an die Adresse.`,
      ),
      paragraph(
        'Mitteilungen in der App gehen weiter. Berichtigen Sie die Adresse, oder heben Sie die Sperre im Eintrag der Person auf, wenn die Adresse wieder erreichbar ist.',
      ),
    ],
  },

  'org.role_requested': {
    because: 'Sie Admin sind',
    action: 'Anträge öffnen',
    subject: ({ personName }) => `${personName} soll mehr Rechte bekommen`,
    body: ({ personName, role }) => [
      paragraph(`Für ${personName} wurde die Rolle ${role} beantragt.`),
      paragraph('Ein anderer Admin als der, der sie beantragt hat, kann zustimmen oder ablehnen.'),
    ],
  },

  'retention.announced': {
    because: 'Sie Admin sind',
    action: 'Einstellungen öffnen',
    subject: ({ from }) => `Ab ${formatDay(from)} werden alte Daten gelöscht`,
    body: ({ from, kinds }) => [
      paragraph(
        `Die Einstellung "retention" Ihrer Organisation wurde geändert. Ab ${formatDay(from)} wird einmal täglich endgültig gelöscht, was älter ist:`,
      ),
      list(
        'Gelöscht werden',
        kinds.map(
          ({ kind, days, count: found }) =>
            `${retentionKinds[kind]}, älter als ${days} Tage: heute ${found.toLocaleString('de')}`,
        ),
      ),
      paragraph(
        'Im Audit-Log steht, wer die Einstellung geändert hat. Bis dahin kann sie zurückgesetzt werden, und nichts wird gelöscht.',
      ),
    ],
  },

  'webhook.disabled': {
    because: 'Sie Admin sind',
    action: 'Webhook öffnen',
    subject: ({ host }) => `Webhook zu ${host} abgeschaltet`,
    body: ({ host, reason }) => [
      paragraph(
        reason === 'gone'
          ? `Der Empfänger unter ${host} hat geantwortet, dass er keine Ereignisse mehr will (410). Er bekommt keine mehr.`
          : `Die Zustellung an ${host} ist fünf Tage lang gescheitert. Der Empfänger bekommt keine Ereignisse mehr.`,
      ),
      paragraph(
        'Schalten Sie den Webhook wieder ein, wenn der Empfänger funktioniert: Er setzt mit den Änderungen fort, die noch fehlen.',
      ),
    ],
  },

  announcement: {
    ...english.announcement,
    because: 'der Absender Sie als Empfänger ausgewählt hat',
    action: 'Öffnen',
  },
};

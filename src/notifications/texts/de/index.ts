// What notifications say, in German: what stands around the text of each, and on the page that ends e-mails, and the texts.
import { dimensions } from '../../../model/scores.ts';
import { toMonday } from '../../../rules/weeks.ts';
import { english } from '../en/index.ts';
import type { Bar, Frame, TypeTexts } from '../texts.ts';
import { adminTypes } from './admin.ts';
import { count, formatDay, formatMonth } from './words.ts';

const formatWeek = (date: string): string => `Woche vom ${formatDay(toMonday(date))}`;

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

const frame: Frame = {
  untitled: (sender) => `Eine Nachricht von ${sender}`,
  greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  reason: (sender, because) => `Sie erhalten diese Nachricht vom Check-in-Dienst von ${sender}, weil ${because}.`,
  choice: 'Welche Mitteilungen Sie per E-Mail erhalten, wählen Sie in Ihren Einstellungen für Mitteilungen.',
  noChoice: 'Hinweise darauf, wer sich als Sie anmelden oder Ihre Daten sehen kann, lassen sich nicht abschalten.',
  unsubscribe: 'Keine E-Mails dieser Art mehr',
  page: {
    title: 'E-Mails des Check-in-Dienstes',
    reason: (because) => `Sie erhalten diese E-Mails, weil ${because}.`,
    button: 'Diese E-Mails abbestellen',
    done: 'Sie erhalten keine E-Mails dieser Art mehr. In Ihren Einstellungen für Mitteilungen können Sie sie wieder wählen.',
  },
};

const types: TypeTexts = {
  ...adminTypes,

  'weekly_summary.submitted': {
    because: 'die Person, die den Wochenbericht geschrieben hat, an Sie berichtet',
    action: 'Wochenbericht lesen',
    subject: ({ employeeName, weekStart }) => `Wochenbericht von ${employeeName}, ${formatWeek(weekStart)}`,
    body: ({ employeeName, weekStart }) => [
      `${employeeName} hat den Bericht für die ${formatWeek(weekStart)} abgegeben.`,
      'Eine kurze Antwort zeigt, dass Sie ihn gelesen haben, und ist ein guter Einstieg ins nächste Gespräch.',
    ],
  },

  'weekly_summary.handed_over': {
    because: 'die Personen, die die Wochenberichte geschrieben haben, jetzt an Sie berichten',
    action: 'Wochenberichte ansehen',
    subject: ({ summaries }) => `${count(summaries, 'Wochenbericht wartet', 'Wochenberichte warten')} auf Ihre Antwort`,
    body: ({ people, peopleMore = 0, summaries }) => [
      `An Sie berichten weitere Personen. ${count(summaries, 'Bericht von ihnen hat', 'Berichte von ihnen haben')} noch keine Antwort.`,
      { heading: 'Geschrieben von', items: peopleMore > 0 ? [...people, `${peopleMore} weitere`] : people },
    ],
  },

  'weekly_summary.responded': {
    because: 'es Ihr Wochenbericht ist',
    action: 'Antwort lesen',
    subject: ({ managerName, weekStart }) =>
      `${managerName} hat auf Ihren Wochenbericht geantwortet, ${formatWeek(weekStart)}`,
    body: ({ managerName, weekStart }) => [
      `${managerName} hat Ihren Bericht für die ${formatWeek(weekStart)} gelesen und darauf geantwortet.`,
    ],
  },

  'weekly_summary.due': {
    because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
    action: 'Wochenbericht schreiben',
    subject: ({ weekStart }) => `Ihr Wochenbericht ist fällig, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Ihr Bericht für die ${formatWeek(weekStart)} ist fällig.`,
      'Ein paar Zeilen genügen. Ihre Führungskraft liest sie und kann helfen, wo etwas Sie aufhält.',
    ],
  },

  'weekly_summary.last_call': {
    because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
    action: 'Wochenbericht schreiben',
    subject: ({ weekStart }) => `Letzte Erinnerung an Ihren Wochenbericht, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Ihr Bericht für die ${formatWeek(weekStart)} fehlt noch.`,
      'Sie können ihn schreiben, bis die Übersicht dieser Woche versandt wird, und auch danach.',
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
      `Für die ${formatWeek(weekStart)} ${submitted === 1 ? 'wurde' : 'wurden'} ${submitted} von ` +
        `${count(people, 'Wochenbericht', 'Wochenberichten')} abgegeben.`,
      missing.length + missingMore === 0
        ? 'Es fehlt kein Bericht.'
        : {
            heading: 'Noch nicht abgegeben',
            items: missingMore > 0 ? [...missing, `${missingMore} weitere`] : missing,
          },
      ...(excused > 0
        ? [
            `${count(excused, 'Person wird', 'Personen werden')} nicht gezählt, weil die Woche keinen Arbeitstag für sie hatte.`,
          ]
        : []),
      ...(awaiting > 0
        ? [{ heading: `${count(awaiting, 'Bericht wartet', 'Berichte warten')} auf Ihre Antwort`, items: writers }]
        : []),
      ...(averages
        ? [
            {
              heading: 'Durchschnittliche Werte, von 1 bis 5',
              bars: dimensions.map((dimension) => createBar(scoreTitles[dimension], averages[dimension])),
            },
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
      `Der Wert „${scoreTitles[dimension]}“ ${scopePreposition[scope]} ${subjectName} ist in der ` +
        `${formatWeek(weekStart)} deutlich ${direction === 'up' ? 'höher' : 'niedriger'} als sonst.`,
      'Der Hinweis beruht allein auf den Werten; es wurde kein Text gelesen. Nehmen Sie ihn als Anlass zu fragen, nicht als Ergebnis.',
    ],
  },

  'goals.non_setters': {
    because: 'Ihr Board für diese Woche noch kein Ziel enthält',
    action: 'Ziel setzen',
    subject: ({ weekStart }) => `Noch kein Ziel für die ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Ihr Board für die ${formatWeek(weekStart)} ist noch leer.`,
      'Ein Ziel genügt, auch ein kleines zählt: Was würde diese Woche für Sie zu einer guten machen?',
    ],
  },

  'nomination.received': {
    because: 'die Nominierung Sie nennt',
    action: 'Nominierung ansehen',
    subject: ({ nominatorName, period, team }) =>
      `${nominatorName} hat ${team ? `Ihr Team ${team}` : 'Sie'} nominiert (${formatMonth(period)})`,
    body: ({ nominatorName, period, team }) => [
      `Gute Nachricht: ${nominatorName} hat ${team ? `Sie und Ihr Team ${team}` : 'Sie'} im ` +
        `${formatMonth(period)} für eine Anerkennung nominiert.`,
      'Jemand hat Ihre Arbeit bemerkt und sich die Zeit genommen, das zu sagen.',
    ],
  },

  announcement: {
    ...english.types.announcement,
    because: 'der Absender Sie als Empfänger ausgewählt hat',
    action: 'Öffnen',
  },
};

export const german = { frame, types };

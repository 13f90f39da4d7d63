// The weekly digest.
import { Type, type Static } from '@sinclair/typebox';
import { dimensions, mapDimensions, type Dimension } from '../../platform/schema/scores.ts';
import { CalendarDate } from '../../platform/schema/values.ts';
import { defineNotification, type Block } from '../../platform/notifications/define-notification.ts';
import { Count, maxNames, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

const Mean = Type.Number({ minimum: 1, maximum: 5 });
const Digest = Type.Object({
  weekStart: CalendarDate,
  people: Count,
  submitted: Count,
  missing: Type.Array(Name, { maxItems: maxNames }),
  missingMore: Type.Optional(Count),
  excused: Type.Optional(Count),
  awaiting: Type.Optional(Count),
  writers: Type.Optional(Type.Array(Name, { maxItems: maxNames })),
  averages: Type.Optional(Type.Object(mapDimensions(() => Mean))),
});
type Digest = Static<typeof Digest>;

/** What a language says in the body of a digest. */
type Phrases = {
  submitted(digest: Digest): string;
  nothingMissing: string;
  missing: string;
  nameSome(names: readonly string[], more?: number): string[];
  excused(people: number): string;
  awaiting(summaries: number): string;
  averages: string;
  scoreTitles: Record<Dimension, string>;
  formatScore(mean: number): string;
  ofFive(score: string): string;
};

/** The parts of a digest, in their order; those about nobody are left out. */
const composeBody =
  (phrases: Phrases) =>
  (digest: Digest): Block[] => {
    const { missing, missingMore = 0, excused = 0, awaiting = 0, writers = [], averages } = digest;
    const blocks: Block[] = [phrases.submitted(digest)];
    if (missing.length + missingMore === 0) blocks.push(phrases.nothingMissing);
    else blocks.push({ heading: phrases.missing, items: phrases.nameSome(missing, missingMore) });
    if (excused > 0) blocks.push(phrases.excused(excused));
    if (awaiting > 0) blocks.push({ heading: phrases.awaiting(awaiting), items: writers });
    if (averages) {
      const bars = dimensions.map((dimension) => {
        const score = phrases.formatScore(averages[dimension]);
        const label = phrases.scoreTitles[dimension];
        return { label, share: averages[dimension] / 5, score, words: phrases.ofFive(score) };
      });
      blocks.push({ heading: phrases.averages, bars });
    }
    return blocks;
  };

export const reportNotifications = {
  'digest.weekly': defineNotification({
    description:
      'Gives managers and leaders the week in numbers: summaries, average scores, and what waits for their response.',
    when: 'At the time `digest`, Monday 09:00 unless set.',
    readers: { sight: 'digest:read' },
    payload: Digest,
    example: {
      weekStart: '2026-11-09',
      people: 34,
      submitted: 29,
      missing: ['Farid Noorzaman', 'Zoë Lindqvist', 'Jürgen Mößner'],
      missingMore: 2,
      awaiting: 3,
      writers: ['Ines Caldeira', 'Lotte Brandt'],
      averages: { qualityOfWork: 3.9, personalWellbeing: 3.2, professionalWellbeing: 4.1 },
    },
    texts: {
      en: {
        because: 'people report to you, or your role covers the whole organisation',
        action: 'Open the digest',
        subject: ({ weekStart, people, submitted }) =>
          `Weekly digest: ${submitted} of ${people} summaries, ${en.formatWeek(weekStart)}`,
        body: composeBody({
          submitted: ({ weekStart, people, submitted }) =>
            `For the ${en.formatWeek(weekStart)}, ${submitted} of ${people} weekly summaries were submitted.`,
          nothingMissing: 'No summary is missing.',
          missing: 'Still missing',
          nameSome: en.nameSome,
          excused: (people) =>
            `${en.count(people, 'person is', 'people are')} not counted: they had no working day, or need not check in.`,
          awaiting: (summaries) => `${en.count(summaries, 'summary waits', 'summaries wait')} for your response`,
          averages: 'Average scores, from 1 to 5',
          scoreTitles: en.scoreTitles,
          formatScore: (mean) => mean.toFixed(1),
          ofFive: (score) => `${score} of 5`,
        }),
      },
      de: {
        because: 'Personen an Sie berichten oder Ihre Rolle die ganze Organisation umfasst',
        action: 'Wochenübersicht öffnen',
        subject: ({ weekStart, people, submitted }) =>
          `Wochenübersicht: ${submitted} von ${de.count(people, 'Bericht', 'Berichten')}, ${de.formatWeek(weekStart)}`,
        body: composeBody({
          submitted: ({ weekStart, people, submitted }) =>
            `Für die ${de.formatWeek(weekStart)} ${submitted === 1 ? 'wurde' : 'wurden'} ${submitted} von ` +
            `${de.count(people, 'Wochenbericht', 'Wochenberichten')} abgegeben.`,
          nothingMissing: 'Es fehlt kein Bericht.',
          missing: 'Noch nicht abgegeben',
          nameSome: de.nameSome,
          excused: (people) =>
            `${de.count(people, 'Person wird', 'Personen werden')} nicht gezählt, weil die Woche keinen Arbeitstag für sie hatte oder von ihnen kein Check-in erwartet wird.`,
          awaiting: (summaries) => `${de.count(summaries, 'Bericht wartet', 'Berichte warten')} auf Ihre Antwort`,
          averages: 'Durchschnittliche Werte, von 1 bis 5',
          scoreTitles: de.scoreTitles,
          formatScore: (mean) => mean.toFixed(1).replace('.', ','),
          ofFive: (score) => `${score} von 5`,
        }),
      },
    },
  }),
};

// What people are told about weekly summaries: their own, and those that wait for their response.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Count, maxNames, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

/** What the two reminders of a week have in common. */
const reminder = {
  readers: { themself: 'everybody without a summary of the week, unless the week excuses them' },
  payload: Type.Object({ weekStart: CalendarDate }),
  example: { weekStart: '2026-11-16' },
} as const;

export const summaryNotifications = {
  'weekly_summary.submitted': defineNotification({
    description: 'Tells a manager that a direct report has submitted a weekly summary.',
    when: 'A weekly summary is submitted.',
    readers: { manager: ['read', 'answer'] },
    subjectType: 'summary',
    payload: Type.Object({ employeeName: Name, weekStart: CalendarDate }),
    example: { employeeName: 'Ines Caldeira', weekStart: '2026-11-16' },
    link: '/summaries/{subjectId}',
    content({ actorId, actorName, weekStart }) {
      if (actorId === undefined || actorName === null || weekStart === null) return null;
      return { payload: { employeeName: actorName, weekStart }, aboutIds: [actorId] };
    },
    texts: {
      en: {
        because: 'the person who wrote the summary reports to you',
        action: 'Read the summary',
        subject: ({ employeeName, weekStart }) => `Weekly summary from ${employeeName}, ${en.formatWeek(weekStart)}`,
        body: ({ employeeName, weekStart }) => [
          `${employeeName} has submitted the weekly summary for the ${en.formatWeek(weekStart)}.`,
          'A short response shows that you have read it, and is a good start for your next conversation.',
        ],
      },
      de: {
        because: 'die Person, die den Wochenbericht geschrieben hat, an Sie berichtet',
        action: 'Wochenbericht lesen',
        subject: ({ employeeName, weekStart }) => `Wochenbericht von ${employeeName}, ${de.formatWeek(weekStart)}`,
        body: ({ employeeName, weekStart }) => [
          `${employeeName} hat den Bericht für die ${de.formatWeek(weekStart)} abgegeben.`,
          'Eine kurze Antwort zeigt, dass Sie ihn gelesen haben, und ist ein guter Einstieg ins nächste Gespräch.',
        ],
      },
    },
  }),

  'weekly_summary.handed_over': defineNotification({
    description: 'Tells a manager how many summaries of people who report to them since a move wait for a response.',
    when: 'Five minutes after a move, if summaries of those who moved still wait for a response.',
    readers: { manager: [] },
    payload: Type.Object({
      people: Type.Array(Name, { minItems: 1, maxItems: maxNames }),
      peopleMore: Type.Optional(Count),
      summaries: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    example: { people: ['Ines Caldeira', 'Zoë Lindqvist'], summaries: 3 },
    link: '/summaries?state=unanswered&direct=true',
    content({ handedOver }) {
      if (handedOver.length === 0) return null;
      const payload = {
        people: handedOver.slice(0, maxNames).map(({ name }) => name),
        ...(handedOver.length > maxNames && { peopleMore: handedOver.length - maxNames }),
        summaries: handedOver.reduce((sum, { open }) => sum + open, 0),
      };
      return { payload, aboutIds: handedOver.map(({ id }) => id) };
    },
    texts: {
      en: {
        because: 'the people who wrote the summaries report to you now',
        action: 'See the summaries',
        subject: ({ summaries }) =>
          `${en.count(summaries, 'weekly summary waits', 'weekly summaries wait')} for your response`,
        body: ({ people, peopleMore, summaries }) => [
          `You have new direct reports. ${en.count(summaries, 'summary of theirs has', 'summaries of theirs have')} no response yet.`,
          { heading: 'Written by', items: en.nameSome(people, peopleMore) },
        ],
      },
      de: {
        because: 'die Personen, die die Wochenberichte geschrieben haben, jetzt an Sie berichten',
        action: 'Wochenberichte ansehen',
        subject: ({ summaries }) =>
          `${de.count(summaries, 'Wochenbericht wartet', 'Wochenberichte warten')} auf Ihre Antwort`,
        body: ({ people, peopleMore, summaries }) => [
          `An Sie berichten weitere Personen. ${de.count(summaries, 'Bericht von ihnen hat', 'Berichte von ihnen haben')} noch keine Antwort.`,
          { heading: 'Geschrieben von', items: de.nameSome(people, peopleMore) },
        ],
      },
    },
  }),

  'weekly_summary.responded': defineNotification({
    description: 'Tells an employee that a manager has responded to their weekly summary.',
    when: 'Somebody responds to a weekly summary.',
    readers: { themself: 'who wrote the summary' },
    subjectType: 'summary',
    payload: Type.Object({ managerName: Name, weekStart: CalendarDate }),
    example: { managerName: 'Noor Haddadin', weekStart: '2026-11-16' },
    link: '/summaries/{subjectId}',
    content({ actorId, actorName, weekStart }) {
      if (actorId === undefined || actorName === null || weekStart === null) return null;
      return { payload: { managerName: actorName, weekStart }, aboutIds: [actorId] };
    },
    texts: {
      en: {
        because: 'the summary is yours',
        action: 'Read the response',
        subject: ({ managerName, weekStart }) =>
          `${managerName} responded to your summary, ${en.formatWeek(weekStart)}`,
        body: ({ managerName, weekStart }) => [
          `${managerName} has read your summary for the ${en.formatWeek(weekStart)} and responded to it.`,
        ],
      },
      de: {
        because: 'es Ihr Wochenbericht ist',
        action: 'Antwort lesen',
        subject: ({ managerName, weekStart }) =>
          `${managerName} hat auf Ihren Wochenbericht geantwortet, ${de.formatWeek(weekStart)}`,
        body: ({ managerName, weekStart }) => [
          `${managerName} hat Ihren Bericht für die ${de.formatWeek(weekStart)} gelesen und darauf geantwortet.`,
        ],
      },
    },
  }),

  'weekly_summary.due': defineNotification({
    description: 'Reminds a person who has not written their weekly summary that it is due.',
    when: 'At the time `due`, Friday 15:00 unless set.',
    ...reminder,
    texts: {
      en: {
        because: 'you have not written your summary of that week',
        action: 'Write the summary',
        subject: ({ weekStart }) => `Your weekly summary is due, ${en.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Your weekly summary for the ${en.formatWeek(weekStart)} is due.`,
          'A few lines are enough. Your manager reads them, and can help with what is in your way.',
        ],
      },
      de: {
        because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
        action: 'Wochenbericht schreiben',
        subject: ({ weekStart }) => `Ihr Wochenbericht ist fällig, ${de.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Ihr Bericht für die ${de.formatWeek(weekStart)} ist fällig.`,
          'Ein paar Zeilen genügen. Ihre Führungskraft liest sie und kann helfen, wo etwas Sie aufhält.',
        ],
      },
    },
  }),

  'weekly_summary.last_call': defineNotification({
    description: 'Reminds a person once more who has not written their weekly summary.',
    when: 'At the time `lastCall`, Monday 08:00 unless set.',
    ...reminder,
    texts: {
      en: {
        because: 'you have not written your summary of that week',
        action: 'Write the summary',
        subject: ({ weekStart }) => `Last call for your weekly summary, ${en.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Your weekly summary for the ${en.formatWeek(weekStart)} is still missing.`,
          'You can write it until the digest of that week is sent, and after that as well.',
        ],
      },
      de: {
        because: 'Sie für diese Woche noch keinen Bericht geschrieben haben',
        action: 'Wochenbericht schreiben',
        subject: ({ weekStart }) => `Letzte Erinnerung an Ihren Wochenbericht, ${de.formatWeek(weekStart)}`,
        body: ({ weekStart }) => [
          `Ihr Bericht für die ${de.formatWeek(weekStart)} fehlt noch.`,
          'Sie können ihn schreiben, bis die Übersicht dieser Woche versandt wird, und auch danach.',
        ],
      },
    },
  }),
};

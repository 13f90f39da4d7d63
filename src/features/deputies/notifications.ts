// What managers and their deputies are told.
import { Type } from '@sinclair/typebox';
import { CalendarDate, stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Count, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';
import { deputyRights } from '../../platform/permissions.ts';

export const deputyNotifications = {
  'deputy.named': defineNotification({
    description: 'Tells a manager whom somebody else has named as a deputy for them.',
    when: 'Somebody else names a deputy for a manager.',
    readers: { themself: 'the manager' },
    isSecurity: true,
    payload: Type.Object({ deputyName: Name, from: CalendarDate, to: CalendarDate, ...by }),
    example: {
      deputyName: 'Farid Noorzaman',
      from: '2026-11-23',
      to: '2026-11-27',
      by: 'admin',
      byName: 'Jürgen Mößner',
    },
    texts: {
      en: {
        because: 'somebody acts for you',
        action: 'Open the deputies',
        subject: ({ deputyName }) => `${deputyName} is your deputy`,
        body: ({ deputyName, from, to, ...who }) => [
          `${en.nameActor(who)} named ${deputyName} as your deputy from ${en.formatDay(from)} to ${en.formatDay(to)}.`,
          'They can do what you can do by your place in the line. You can end it at any time.',
        ],
      },
      de: {
        because: 'jemand Sie vertritt',
        action: 'Vertretungen öffnen',
        subject: ({ deputyName }) => `Ihre Vertretung: ${deputyName}`,
        body: ({ deputyName, from, to, ...who }) => [
          `${de.nameActor(who)} hat ${deputyName} vom ${de.formatDay(from)} bis zum ${de.formatDay(to)} als Ihre Vertretung eingetragen.`,
          'Eine Vertretung darf, was Sie durch Ihren Platz im Organigramm dürfen. Sie können sie jederzeit beenden.',
        ],
      },
    },
  }),

  'deputy.assigned': defineNotification({
    description:
      'Tells a person that they act for a manager, for what and until when, and how many summaries wait for a response; once more when it begins.',
    when: 'A deputy is named, and once more when a later term begins.',
    readers: { themself: 'the deputy' },
    payload: Type.Object({
      managerName: Name,
      from: CalendarDate,
      to: CalendarDate,
      rights: Type.Array(stringEnum(...deputyRights), { minItems: 1, maxItems: deputyRights.length }),
      summaries: Type.Optional(Count),
    }),
    example: {
      managerName: 'Noor Haddadin',
      from: '2026-11-23',
      to: '2026-11-27',
      rights: ['read', 'answer'],
      summaries: 3,
    },
    link: '/summaries?state=unanswered',
    content({ deputising, aboutIds }) {
      if (!deputising?.term || !deputising.deputyActive) return null;
      const { summaries, ...term } = deputising.term;
      const { managerName } = deputising;
      return { payload: { managerName, ...term, ...(summaries && { summaries }) }, aboutIds: [...aboutIds] };
    },
    texts: {
      en: {
        because: 'you act for somebody',
        action: 'See the summaries',
        subject: ({ managerName, summaries = 0 }) =>
          `You act for ${managerName}` +
          (summaries > 0 ? `: ${en.count(summaries, 'weekly summary waits', 'weekly summaries wait')}` : ''),
        body: ({ managerName, from, to, rights, summaries = 0 }) => [
          `You act for ${managerName} from ${en.formatDay(from)} to ${en.formatDay(to)}.`,
          rights.includes('read')
            ? 'You can read what they can read by their place in the line, except absences.'
            : 'You can read and answer the weekly summaries of their people.',
          ...(rights.length > 1 ? ['You can also answer the weekly summaries of their people.'] : []),
          ...(summaries > 0
            ? [
                `${en.count(summaries, 'summary of their people has', 'summaries of their people have')} no response yet.`,
              ]
            : []),
        ],
      },
      de: {
        because: 'Sie jemanden vertreten',
        action: 'Berichte ansehen',
        subject: ({ managerName, summaries = 0 }) =>
          `Sie vertreten ${managerName}` +
          (summaries > 0 ? `: ${de.count(summaries, 'Wochenbericht wartet', 'Wochenberichte warten')}` : ''),
        body: ({ managerName, from, to, rights, summaries = 0 }) => [
          `Sie vertreten ${managerName} vom ${de.formatDay(from)} bis zum ${de.formatDay(to)}.`,
          rights.includes('read')
            ? 'Sie dürfen lesen, was die vertretene Person durch ihren Platz im Organigramm lesen darf, außer Abwesenheiten.'
            : 'Sie dürfen die Wochenberichte der Unterstellten lesen und beantworten.',
          ...(rights.length > 1 ? ['Sie dürfen auch die Wochenberichte der Unterstellten beantworten.'] : []),
          ...(summaries > 0 ? [`${de.count(summaries, 'Bericht hat', 'Berichte haben')} noch keine Antwort.`] : []),
        ],
      },
    },
  }),

  'deputy.ended': defineNotification({
    description: 'Tells a person that they no longer act for a manager.',
    when: 'The term of a deputy is over or withdrawn, or the manager leaves.',
    readers: { themself: 'who was the deputy' },
    payload: Type.Object({ managerName: Name }),
    example: { managerName: 'Noor Haddadin' },
    content({ deputising, aboutIds }) {
      if (!deputising || deputising.term || !deputising.isOver) return null;
      return { payload: { managerName: deputising.managerName }, aboutIds: [...aboutIds] };
    },
    texts: {
      en: {
        because: 'you acted for somebody',
        action: 'Open the app',
        subject: ({ managerName }) => `You no longer act for ${managerName}`,
        body: ({ managerName }) => [`Your time as the deputy of ${managerName} has ended.`],
      },
      de: {
        because: 'Sie jemanden vertreten haben',
        action: 'App öffnen',
        subject: ({ managerName }) => `Sie vertreten ${managerName} nicht mehr`,
        body: ({ managerName }) => [`Ihre Zeit als Vertretung von ${managerName} ist zu Ende.`],
      },
    },
  }),

  'deputy.left': defineNotification({
    description: 'Tells a manager, and who named the deputy, that a deputy of the manager has left.',
    when: 'A deputy leaves during the term, or before it.',
    readers: { themself: 'the manager, and who named the deputy' },
    payload: Type.Object({ deputyName: Name, managerName: Name, to: CalendarDate }),
    example: { deputyName: 'Farid Noorzaman', managerName: 'Noor Haddadin', to: '2026-11-27' },
    content({ deputising, aboutIds }) {
      if (!deputising?.term || deputising.deputyActive) return null;
      const { deputyName, managerName, term } = deputising;
      return { payload: { deputyName, managerName, to: term.to }, aboutIds: [...aboutIds] };
    },
    texts: {
      en: {
        because: 'somebody was named as a deputy',
        action: 'Open the deputies',
        subject: ({ deputyName, managerName }) => `${deputyName}, the deputy of ${managerName}, has left`,
        body: ({ deputyName, managerName, to }) => [
          `${deputyName} was to act for ${managerName} until ${en.formatDay(to)}, but has left. Nobody acts in their place.`,
        ],
      },
      de: {
        because: 'jemand als Vertretung eingetragen war',
        action: 'Vertretungen öffnen',
        subject: ({ deputyName, managerName }) => `${deputyName}, die Vertretung von ${managerName}, ist nicht mehr da`,
        body: ({ deputyName, managerName, to }) => [
          `${deputyName} sollte ${managerName} bis zum ${de.formatDay(to)} vertreten, ist aber nicht mehr da. Es gibt keinen Ersatz.`,
        ],
      },
    },
  }),
};

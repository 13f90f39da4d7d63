// What people are told about a change of the line above them.
import { Type } from '@sinclair/typebox';
import { defineNotification, type DeliveryFacts } from '../../platform/notifications/define-notification.ts';
import { by, Count, maxNames, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

/** Who moved them: a user is an admin, a service is the directory. */
function toActor(actorId: string | undefined): { by: 'admin' | 'directory' | 'operator' } {
  if (actorId === undefined || actorId === 'operator') return { by: 'operator' };
  return { by: actorId.startsWith('service:') ? 'directory' : 'admin' };
}

export const reportingLineNotifications = {
  'account.manager_changed': defineNotification({
    description: 'Tells a person that they report to another manager, or to nobody any more.',
    when: 'Somebody else moves a person in the reporting line.',
    readers: { themself: 'the person who was moved' },
    isSecurity: true,
    payload: Type.Object({ managerName: Type.Optional(Name), ...by }),
    example: { managerName: 'Farid Noorzaman', by: 'admin', byName: 'Jürgen Mößner' },
    content: ({ actorId, aboutIds, subjectName }: DeliveryFacts) => ({
      payload: { ...(subjectName !== null && { managerName: subjectName }), ...toActor(actorId) },
      aboutIds: [...aboutIds],
    }),
    texts: {
      en: {
        because: 'you were moved in the reporting line',
        action: 'Open the app',
        subject: ({ managerName }) => (managerName ? `You report to ${managerName} now` : 'You report to nobody now'),
        body: ({ managerName, ...who }) => [
          managerName
            ? `${en.nameActor(who)} made ${managerName} your manager. Your new manager, and everybody above them, can read your weekly summaries.`
            : `${en.nameActor(who)} moved you to the top of the reporting line.`,
          'If you did not expect this, ask the People Team or an admin of your company.',
        ],
      },
      de: {
        because: 'Sie im Organigramm versetzt wurden',
        action: 'App öffnen',
        subject: ({ managerName }) =>
          managerName ? `Sie berichten jetzt an ${managerName}` : 'Sie berichten jetzt an niemanden',
        body: ({ managerName, ...who }) => [
          managerName
            ? `${de.nameActor(who)} hat ${managerName} zu Ihrer Führungskraft gemacht. Die neue Führungskraft und alle darüber können Ihre Wochenberichte lesen.`
            : `${de.nameActor(who)} hat Sie an die Spitze des Organigramms gesetzt.`,
          'Wenn Sie das nicht erwartet haben, fragen Sie das People-Team oder einen Admin Ihres Unternehmens.',
        ],
      },
    },
  }),

  'org.reports_moved': defineNotification({
    description: 'Tells a manager that people who reported to them have another manager.',
    when: 'Somebody else moves people from a manager to another one.',
    readers: { themself: 'the former manager' },
    isSecurity: true,
    payload: Type.Object({
      people: Type.Array(Name, { minItems: 1, maxItems: maxNames }),
      peopleMore: Type.Optional(Count),
      ...by,
    }),
    example: { people: ['Ines Caldeira'], by: 'admin', byName: 'Jürgen Mößner' },
    content({ actorId, moved }: DeliveryFacts) {
      if (moved === null || moved.people.length === 0) return null;
      const more = moved.count - moved.people.length;
      return {
        payload: {
          people: moved.people.map(({ name }) => name),
          ...(more > 0 && { peopleMore: more }),
          ...toActor(actorId),
        },
        aboutIds: moved.people.map(({ id }) => id),
      };
    },
    texts: {
      en: {
        because: 'they reported to you',
        action: 'Open the app',
        subject: ({ people, peopleMore = 0 }) =>
          `${en.count(people.length + peopleMore, 'person does', 'people do')} not report to you any more`,
        body: ({ people, peopleMore, ...who }) => [
          `${en.nameActor(who)} gave people who reported to you another manager.`,
          { heading: 'Who', items: en.nameSome(people, peopleMore) },
        ],
      },
      de: {
        because: 'sie an Sie berichtet haben',
        action: 'App öffnen',
        subject: ({ people, peopleMore = 0 }) =>
          `${de.count(people.length + peopleMore, 'Person berichtet', 'Personen berichten')} nicht mehr an Sie`,
        body: ({ people, peopleMore, ...who }) => [
          `${de.nameActor(who)} hat Personen, die an Sie berichtet haben, eine andere Führungskraft gegeben.`,
          { heading: 'Wer', items: de.nameSome(people, peopleMore) },
        ],
      },
    },
  }),
};

// What is told about the sending of notifications itself, and what services send freely.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Name } from '../../platform/notifications/payload-parts.ts';

const toParagraphs = (text: string): string[] => text.split('\n').filter((line) => line.trim());

export const generalNotifications = {
  'email.stopped': defineNotification({
    description: 'Tells the admins that no more e-mails are sent to an address, after a bounce or a complaint.',
    when: 'The mail system reports that an address bounces, or that its holder complains.',
    readers: { roles: ['admin'] },
    subjectType: 'user',
    payload: Type.Object({ personName: Name, reason: stringEnum('bounce', 'complaint') }),
    example: { personName: 'Ines Caldeira', reason: 'bounce' },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the person',
        subject: ({ personName }) => `E-mails to ${personName} have stopped`,
        body: ({ personName, reason }) => [
          reason === 'bounce'
            ? `The address of ${personName} does not accept e-mails, so no more are sent to it.`
            : `An e-mail to ${personName} was reported as spam, so no more e-mails are sent to the address.`,
          'Notifications in the app go on. Correct the address, or remove the stop in the entry of the person when the address works again.',
        ],
      },
      de: {
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
    },
  }),

  announcement: defineNotification({
    description: 'A free-text message; each line of the body is a paragraph.',
    when: 'A service dispatches it.',
    readers: { themself: 'whom the service chooses' },
    payload: Type.Object({
      title: Name,
      body: Type.String({ format: 'text', minLength: 1, maxLength: 10_000 }),
    }),
    example: {
      title: 'Check-ins pause over the holidays',
      body: 'There is no weekly summary to write from 21 December to 3 January.\nEnjoy the time off!',
    },
    texts: {
      en: {
        because: 'the sender selected you as a recipient',
        action: 'Open',
        subject: ({ title }) => title,
        body: ({ body }) => toParagraphs(body),
      },
      de: {
        because: 'der Absender Sie als Empfänger ausgewählt hat',
        action: 'Öffnen',
        subject: ({ title }) => title,
        body: ({ body }) => toParagraphs(body),
      },
    },
  }),
};

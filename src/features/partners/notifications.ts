// What partners, the heads of their parts, admins and the People Team are told.
import { Type } from '@sinclair/typebox';
import { CalendarDate, stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

type Part = { belowName?: string | undefined; department?: string | undefined };
const partWords = {
  en: ({ belowName, department }: Part) =>
    belowName !== undefined
      ? `everyone below ${belowName}`
      : department !== undefined
        ? `the department ${department}`
        : 'a part of the company',
  de: ({ belowName, department }: Part) =>
    belowName !== undefined
      ? `alle unterhalb von ${belowName}`
      : department !== undefined
        ? `die Abteilung ${department}`
        : 'einen Teil des Unternehmens',
};

const part = { belowName: Type.Optional(Name), department: Type.Optional(Name) };
const term = { from: CalendarDate, to: CalendarDate };
const example = {
  partnerName: 'Farid Noorzaman',
  department: 'Engineering',
  by: 'admin' as const,
  byName: 'Jürgen Mößner',
};
const days = { from: '2026-11-23', to: '2027-06-30' };

export const partnerNotifications = {
  'partner.named': defineNotification({
    description:
      'Tells the partner of a part of the company, and the heads of the part, that an admin named the partner.',
    when: 'A second admin approves the partner of a part of the company.',
    readers: { themself: 'the partner, and the heads of the part' },
    isSecurity: true,
    payload: Type.Object({ partnerName: Name, ...part, ...term, ...by }),
    example: { ...example, ...days },
    texts: {
      en: {
        because: 'it is about your part of the company',
        action: 'Open the partners',
        subject: ({ partnerName }) => `${partnerName} is the HR partner of a part of the company`,
        body: ({ partnerName, from, to, ...who }) => [
          `${en.nameActor(who)} made ${partnerName} the HR partner for ${partWords.en(who)}, from ${en.formatDay(from)} to ${en.formatDay(to)}.`,
          'A partner reads and does about these people what the People Team can read and do. Each read is in the audit log.',
        ],
      },
      de: {
        because: 'es um Ihren Teil des Unternehmens geht',
        action: 'HR-Partner öffnen',
        subject: ({ partnerName }) => `HR-Partner für einen Teil des Unternehmens: ${partnerName}`,
        body: ({ partnerName, from, to, ...who }) => [
          `${de.nameActor(who)} hat ${partnerName} vom ${de.formatDay(from)} bis zum ${de.formatDay(to)} als HR-Partner für ${partWords.de(who)} eingetragen.`,
          'HR-Partner dürfen über diese Personen lesen und tun, was das People-Team darf. Jedes Lesen steht im Audit-Protokoll.',
        ],
      },
    },
  }),

  'partner.ended': defineNotification({
    description: 'Tells the partner of a part of the company, and the head of the part, that an admin ended it.',
    when: 'An admin ends that somebody is the partner of a part of the company.',
    readers: { themself: 'the partner, and the head of the part' },
    payload: Type.Object({ partnerName: Name, ...part, ...by }),
    example,
    texts: {
      en: {
        because: 'it is about your part of the company',
        action: 'Open the partners',
        subject: ({ partnerName }) => `${partnerName} is no longer the HR partner`,
        body: ({ partnerName, ...who }) => [
          `${en.nameActor(who)} ended that ${partnerName} is the HR partner for ${partWords.en(who)}.`,
        ],
      },
      de: {
        because: 'es um Ihren Teil des Unternehmens geht',
        action: 'HR-Partner öffnen',
        subject: ({ partnerName }) => `Nicht mehr HR-Partner: ${partnerName}`,
        body: ({ partnerName, ...who }) => [
          `${de.nameActor(who)} hat beendet, dass ${partnerName} HR-Partner für ${partWords.de(who)} ist.`,
        ],
      },
    },
  }),

  'org.partner_changed': defineNotification({
    description: 'Tells the admins and the People Team that a part of the company has a partner, or has one no longer.',
    when: 'A second admin approves the partner of a part of the company, or an admin ends it.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    payload: Type.Object({
      change: stringEnum('named', 'ended'),
      partnerName: Name,
      ...part,
      from: Type.Optional(CalendarDate),
      to: Type.Optional(CalendarDate),
      ...by,
    }),
    example: { ...example, ...days, change: 'named' },
    texts: {
      en: {
        because: 'you are an admin or of the People Team',
        action: 'Open the partners',
        subject: ({ change, partnerName }) => `HR partner ${change}: ${partnerName}`,
        body: ({ change, partnerName, from, to, ...who }) => [
          change === 'named'
            ? `${en.nameActor(who)} made ${partnerName} the HR partner for ${partWords.en(who)}` +
              `${from && to ? `, from ${en.formatDay(from)} to ${en.formatDay(to)}` : ''}.`
            : `${en.nameActor(who)} ended that ${partnerName} is the HR partner for ${partWords.en(who)}.`,
        ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'HR-Partner öffnen',
        subject: ({ change, partnerName }) =>
          `HR-Partner ${change === 'named' ? 'eingetragen' : 'beendet'}: ${partnerName}`,
        body: ({ change, partnerName, from, to, ...who }) => [
          change === 'named'
            ? `${de.nameActor(who)} hat ${partnerName} als HR-Partner für ${partWords.de(who)} eingetragen` +
              `${from && to ? `, vom ${de.formatDay(from)} bis zum ${de.formatDay(to)}` : ''}.`
            : `${de.nameActor(who)} hat beendet, dass ${partnerName} HR-Partner für ${partWords.de(who)} ist.`,
        ],
      },
    },
  }),
};

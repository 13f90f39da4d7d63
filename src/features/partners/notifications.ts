// What partners, the heads of their parts, admins and the People Team are told.
import { Type } from '@sinclair/typebox';
import { CalendarDate, stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Count, maxNames, Name } from '../../platform/notifications/payload-parts.ts';
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

type Who = { partnerName?: string | undefined; more?: number | undefined; groupName?: string | undefined };
/** One partner, the first of several, or the members of a group. */
const whoWords = {
  en: ({ partnerName, more = 0, groupName }: Who) =>
    partnerName === undefined
      ? `the members of the group ${groupName ?? ''}`
      : `${partnerName}${more > 0 ? ` and ${more} more` : ''}${groupName ? ` (group ${groupName})` : ''}`,
  de: ({ partnerName, more = 0, groupName }: Who) =>
    partnerName === undefined
      ? `die Mitglieder der Gruppe ${groupName ?? ''}`
      : `${partnerName}${more > 0 ? ` und ${more} weitere` : ''}${groupName ? ` (Gruppe ${groupName})` : ''}`,
};
const isOne = ({ partnerName, more = 0 }: Who) => partnerName !== undefined && more === 0;

type Pushed = { named?: string[]; moreNamed?: number; ended?: string[]; moreEnded?: number; unnamed?: number };
type PushedWords = Record<'named' | 'ended', string> & { unnamed: (count: number) => string };
/** Whom the push of a directory made partners, and who is it no longer. */
const listPushed = (
  { named = [], moreNamed, ended = [], moreEnded, unnamed = 0 }: Pushed,
  nameSome: typeof en.nameSome,
  words: PushedWords,
) => [
  ...(named.length > 0 ? [{ heading: words.named, items: nameSome(named, moreNamed) }] : []),
  ...(ended.length > 0 ? [{ heading: words.ended, items: nameSome(ended, moreEnded) }] : []),
  ...(unnamed > 0 ? [words.unnamed(unnamed)] : []),
];

const who = {
  partnerName: Type.Optional(Name),
  more: Type.Optional(Count),
  groupName: Type.Optional(Name),
};
const Names = Type.Optional(Type.Array(Name, { maxItems: maxNames }));
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
      'Tells the partner of a part of the company, and the heads of the part, that an admin, or a directory by a group, named the partner.',
    when: 'A second admin approves the partner of a part of the company, or somebody joins a group of a directory that gives it.',
    readers: { themself: 'the partner, and the heads of the part' },
    isSecurity: true,
    payload: Type.Object({ ...who, ...part, ...term, ...by }),
    example: { ...example, ...days },
    texts: {
      en: {
        because: 'it is about your part of the company',
        action: 'Open the partners',
        subject: (about) =>
          isOne(about)
            ? `${whoWords.en(about)} is the HR partner of a part of the company`
            : `HR partners of a part of the company: ${whoWords.en(about)}`,
        body: ({ from, to, ...about }) => [
          `${en.nameActor(about)} made ${whoWords.en(about)} the HR ${isOne(about) ? 'partner' : 'partners'} for ${partWords.en(about)}, from ${en.formatDay(from)} to ${en.formatDay(to)}.`,
          'A partner reads and does about these people what the People Team can read and do. The audit log says what they have read of what people wrote.',
        ],
      },
      de: {
        because: 'es um Ihren Teil des Unternehmens geht',
        action: 'HR-Partner öffnen',
        subject: (about) => `HR-Partner für einen Teil des Unternehmens: ${whoWords.de(about)}`,
        body: ({ from, to, ...about }) => [
          `${de.nameActor(about)} hat ${whoWords.de(about)} vom ${de.formatDay(from)} bis zum ${de.formatDay(to)} als HR-Partner für ${partWords.de(about)} eingetragen.`,
          'HR-Partner dürfen über diese Personen lesen und tun, was das People-Team darf. Im Audit-Protokoll steht, was sie von dem gelesen haben, was jemand geschrieben hat.',
        ],
      },
    },
  }),

  'partner.ended': defineNotification({
    description:
      'Tells the partner of a part of the company, and the head of the part, that an admin, or a directory by a group, ended it.',
    when: 'An admin ends that somebody is the partner of a part of the company, or somebody leaves the group of a directory that gives it.',
    readers: { themself: 'the partner, and the head of the part' },
    payload: Type.Object({ ...who, ...part, ...by }),
    example,
    texts: {
      en: {
        because: 'it is about your part of the company',
        action: 'Open the partners',
        subject: (about) =>
          isOne(about)
            ? `${whoWords.en(about)} is no longer the HR partner`
            : `No longer HR partners: ${whoWords.en(about)}`,
        body: (about) => [
          `${en.nameActor(about)} ended that ${whoWords.en(about)} ${isOne(about) ? 'is the HR partner' : 'are the HR partners'} for ${partWords.en(about)}.`,
        ],
      },
      de: {
        because: 'es um Ihren Teil des Unternehmens geht',
        action: 'HR-Partner öffnen',
        subject: (about) => `Nicht mehr HR-Partner: ${whoWords.de(about)}`,
        body: (about) => [
          `${de.nameActor(about)} hat beendet, dass ${whoWords.de(about)} HR-Partner für ${partWords.de(about)} ${isOne(about) ? 'ist' : 'sind'}.`,
        ],
      },
    },
  }),

  'org.partner_changed': defineNotification({
    description: 'Tells the admins and the People Team that a part of the company has a partner, or has one no longer.',
    when: 'A second admin approves the partner of a part of the company, an admin ends it, or a directory changes the members of a group that gives it, once a change.',
    readers: { roles: ['admin', 'people_team'] },
    isSecurity: true,
    payload: Type.Object({
      change: stringEnum('named', 'ended', 'members', 'group_deleted'),
      ...who,
      ...part,
      from: Type.Optional(CalendarDate),
      to: Type.Optional(CalendarDate),
      named: Names,
      moreNamed: Type.Optional(Count),
      ended: Names,
      moreEnded: Type.Optional(Count),
      unnamed: Type.Optional(Count),
      ...by,
    }),
    example: { ...example, ...days, change: 'named' },
    texts: {
      en: {
        because: 'you are an admin or of the People Team',
        action: 'Open the partners',
        subject: ({ change, groupName = '', ...about }) =>
          change === 'members' || change === 'group_deleted'
            ? `HR partners have changed by a group of your directory${groupName && `: ${groupName}`}`
            : `HR ${isOne(about) ? 'partner' : 'partners'} ${change}: ${whoWords.en({ groupName, ...about })}`,
        body: ({ change, from, to, ...about }) =>
          change === 'members' || change === 'group_deleted'
            ? [
                `${en.nameActor(about)} ${change === 'members' ? 'changed the members of' : 'deleted'} ` +
                  `${about.groupName ? `the group ${about.groupName}` : 'groups'}. The members are HR partners for a part of the company.`,
                ...listPushed(about, en.nameSome, {
                  named: 'New HR partners',
                  ended: 'No longer HR partners',
                  unnamed: (count) =>
                    `${en.count(count, 'member')} could not become HR ${count === 1 ? 'partner' : 'partners'}, because there are as many as there may be.`,
                }),
              ]
            : [
                change === 'named'
                  ? `${en.nameActor(about)} made ${whoWords.en(about)} the HR ${isOne(about) ? 'partner' : 'partners'} for ${partWords.en(about)}` +
                    `${from && to ? `, from ${en.formatDay(from)} to ${en.formatDay(to)}` : ''}.`
                  : `${en.nameActor(about)} ended that ${whoWords.en(about)} ${isOne(about) ? 'is the HR partner' : 'are the HR partners'} for ${partWords.en(about)}.`,
              ],
      },
      de: {
        because: 'Sie Admin sind oder zum People-Team gehören',
        action: 'HR-Partner öffnen',
        subject: ({ change, groupName = '', ...about }) =>
          change === 'members' || change === 'group_deleted'
            ? `HR-Partner geändert durch eine Gruppe Ihres Verzeichnisdienstes${groupName && `: ${groupName}`}`
            : `HR-Partner ${change === 'named' ? 'eingetragen' : 'beendet'}: ${whoWords.de({ groupName, ...about })}`,
        body: ({ change, from, to, ...about }) =>
          change === 'members' || change === 'group_deleted'
            ? [
                `${de.nameActor(about)} hat ${change === 'members' ? 'Mitglieder geändert' : 'eine Gruppe gelöscht'}` +
                  `${about.groupName ? `: ${about.groupName}` : ''}. Mitglieder dieser Gruppe sind HR-Partner für einen Teil des Unternehmens.`,
                ...listPushed(about, de.nameSome, {
                  named: 'Neue HR-Partner',
                  ended: 'Nicht mehr HR-Partner',
                  unnamed: (count) =>
                    `${de.count(count, 'Mitglied konnte', 'Mitglieder konnten')} nicht HR-Partner werden, weil es so viele gibt, wie es geben darf.`,
                }),
              ]
            : [
                change === 'named'
                  ? `${de.nameActor(about)} hat ${whoWords.de(about)} als HR-Partner für ${partWords.de(about)} eingetragen` +
                    `${from && to ? `, vom ${de.formatDay(from)} bis zum ${de.formatDay(to)}` : ''}.`
                  : `${de.nameActor(about)} hat beendet, dass ${whoWords.de(about)} HR-Partner für ${partWords.de(about)} ${isOne(about) ? 'ist' : 'sind'}.`,
              ],
      },
    },
  }),
};

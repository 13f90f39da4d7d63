// What is told about roles with tenant scope, and about what needs a second admin.
import { Type } from '@sinclair/typebox';
import { approvalKinds, type ApprovalKind } from './approval-kinds.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { by, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';
import { roles } from '../../platform/permissions.ts';

const approvalNames: Record<Language, Record<ApprovalKind, string>> = {
  en: {
    role: 'a role for somebody',
    deputy: 'a deputy for a manager',
    partner: 'an HR partner for a part of the company',
    move: 'another manager for somebody',
    plan_approval: 'plans of reorganisations without a second admin',
    sign_in: 'a first sign-in after a change',
  },
  de: {
    role: 'eine Rolle für jemanden',
    deputy: 'eine Vertretung für eine Führungskraft',
    partner: 'HR-Partner für einen Teil des Unternehmens',
    move: 'eine andere Führungskraft für jemanden',
    plan_approval: 'Pläne von Umorganisationen ohne zweiten Admin',
    sign_in: 'eine erste Anmeldung nach einer Änderung',
  },
};

export const roleRequestNotifications = {
  'org.role_requested': defineNotification({
    description: 'Tells the admins that one of them requested a role with tenant scope, which needs a second one.',
    when: 'An admin requests a role with tenant scope for somebody.',
    readers: { roles: ['admin'] },
    isSecurity: true,
    subjectType: 'user',
    payload: Type.Object({ personName: Name, role: stringEnum(...roles) }),
    example: { personName: 'Ines Caldeira', role: 'people_team' },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the requests',
        subject: ({ personName }) => `${personName} is to get more rights`,
        body: ({ personName, role }) => [
          `The role ${en.roles[role]} was requested for ${personName}.`,
          'Another admin than the one who requested it can approve or reject it.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Anträge öffnen',
        subject: ({ personName }) => `${personName} soll mehr Rechte bekommen`,
        body: ({ personName, role }) => [
          `Für ${personName} wurde die Rolle ${de.roles[role]} beantragt.`,
          'Ein anderer Admin als der, der sie beantragt hat, kann zustimmen oder ablehnen.',
        ],
      },
    },
  }),

  'approval.requested': defineNotification({
    description: 'Tells the admins that one of them requested something that needs a second one.',
    when: 'An admin requests something that a second admin decides.',
    readers: { roles: ['admin'] },
    isSecurity: true,
    subjectType: 'user',
    payload: Type.Object({
      kind: stringEnum(...approvalKinds),
      personName: Type.Optional(Name),
      groupName: Type.Optional(Name),
      ...by,
    }),
    example: { kind: 'deputy', personName: 'Ines Caldeira', by: 'admin', byName: 'Jürgen Mößner' },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the requests',
        subject: ({ kind, groupName, personName = groupName }) =>
          `To approve: ${approvalNames.en[kind]}${personName ? ` (${personName})` : ''}`,
        body: ({ kind, groupName, personName = groupName && `the members of the group ${groupName}`, ...who }) => [
          `${en.nameActor(who)} requested: ${approvalNames.en[kind]}${personName ? `, about ${personName}` : ''}.`,
          'Another admin can approve or reject it within 30 days.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Anträge öffnen',
        subject: ({ kind, groupName, personName = groupName }) =>
          `Zur Freigabe: ${approvalNames.de[kind]}${personName ? ` (${personName})` : ''}`,
        body: ({ kind, groupName, personName = groupName && `die Mitglieder der Gruppe ${groupName}`, ...who }) => [
          `${de.nameActor(who)} hat beantragt: ${approvalNames.de[kind]}${personName ? `, betrifft ${personName}` : ''}.`,
          'Ein anderer Admin kann binnen 30 Tagen zustimmen oder ablehnen.',
        ],
      },
    },
  }),
};

// Notification types about people and the chart: managers, roles, addresses that get no e-mail.
import { Type } from '@sinclair/typebox';
import { roles } from '../../model/roles.ts';
import { stringEnum } from '../../model/values.ts';
import { defineNotification, Name } from '../content.ts';

export const peopleTypes = {
  'org.manager_left': defineNotification({
    description: 'Tells the admins that a directory deactivated somebody to whom people report.',
    payload: Type.Object({ personName: Name, reports: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', reports: 4 },
  }),

  'org.manager_loop': defineNotification({
    description: 'Tells the admins that somebody was waiting for a manager who now reports to them.',
    payload: Type.Object({ personName: Name, managerName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', managerName: 'Noor Haddadin' },
  }),

  'org.role_given': defineNotification({
    description: 'Tells the admins and the People Team that somebody was given a role with tenant scope.',
    payload: Type.Object({
      personName: Name,
      given: Type.Array(stringEnum(...roles), { minItems: 1, maxItems: roles.length }),
      others: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', given: ['people_team'], others: 0 },
  }),

  'email.stopped': defineNotification({
    description: 'Tells the admins that no more e-mails are sent to an address, after a bounce or a complaint.',
    payload: Type.Object({ personName: Name, reason: stringEnum('bounce', 'complaint') }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', reason: 'bounce' },
  }),

  'org.role_requested': defineNotification({
    description: 'Tells the admins that one of them requested a role with tenant scope, which needs a second one.',
    payload: Type.Object({ personName: Name, role: stringEnum(...roles) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', role: 'people_team' },
  }),

  'org.no_admin': defineNotification({
    description: 'Tells the People Team that a directory took the role of the only admin.',
    payload: Type.Object({ personName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira' },
  }),
};

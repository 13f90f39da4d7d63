// Notification types about people and the chart: a manager has left, a manager would be a cycle, nobody is an admin.
import { Type } from '@sinclair/typebox';
import { pluralize } from '../../lib/pluralize.ts';
import { roles } from '../../model/roles.ts';
import { stringEnum } from '../../model/values.ts';
import { channels, defineNotification, Name, paragraph } from '../content.ts';

export const peopleTypes = {
  'org.manager_left': defineNotification({
    description: 'Tells the admins that a directory deactivated somebody to whom people report.',
    channels,
    payload: Type.Object({ personName: Name, reports: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', reports: 4 },
    because: 'you are an admin',
    action: 'Open the org chart',
    subject: ({ personName, reports }) =>
      `${personName} has left; ${pluralize(reports, 'person still reports', 'people still report')} to them`,
    body: ({ personName, reports }) => [
      paragraph(
        `${personName} was deactivated by your directory. ${pluralize(reports, 'person still reports', 'people still report')} to them.`,
      ),
      paragraph('Until they get another manager, the managers others up remain above them.'),
    ],
  }),

  'org.manager_loop': defineNotification({
    description: 'Tells the admins that somebody was waiting for a manager who now reports to them.',
    channels,
    payload: Type.Object({ personName: Name, managerName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', managerName: 'Noor Haddadin' },
    because: 'you are an admin',
    action: 'Open the org chart',
    subject: ({ personName }) => `The manager of ${personName} reports to them`,
    body: ({ personName, managerName }) => [
      paragraph(
        `${personName} was to report to ${managerName} as soon as they are here. But ${managerName} reports to ${personName}.`,
      ),
      paragraph(`${personName} was not moved. Correct the org chart, or its source.`),
    ],
  }),

  'org.role_given': defineNotification({
    description: 'Tells the admins and the People Team that somebody was given a role with tenant scope.',
    channels,
    payload: Type.Object({
      personName: Name,
      given: Type.Array(stringEnum(...roles), { minItems: 1, maxItems: roles.length }),
      others: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', given: ['people_team'], others: 0 },
    because: 'you are an admin or in the People Team',
    action: 'Open the org chart',
    subject: ({ personName, others }) =>
      `${personName}${others > 0 ? ` and ${pluralize(others, 'other')}` : ''} got more rights`,
    body: ({ personName, given, others }) => [
      paragraph(
        `${personName} was given ${given.length > 1 ? 'the roles' : 'the role'} ${given.join(', ')}` +
          `${others > 0 ? `, and ${pluralize(others, 'other person', 'other people')} such a role` : ''}.`,
      ),
      paragraph('The audit log says who did it. If it was not meant, an admin can take it back.'),
    ],
  }),

  'org.role_requested': defineNotification({
    description: 'Tells the admins that one of them requested a role with tenant scope, which needs a second one.',
    channels,
    payload: Type.Object({ personName: Name, role: stringEnum(...roles) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', role: 'people_team' },
    because: 'you are an admin',
    action: 'Open the requests',
    subject: ({ personName }) => `${personName} is to get more rights`,
    body: ({ personName, role }) => [
      paragraph(`The role ${role} was requested for ${personName}.`),
      paragraph('Another admin than the one who requested it can approve or reject it.'),
    ],
  }),

  'org.no_admin': defineNotification({
    description: 'Tells the People Team that a directory took the role of the only admin.',
    channels,
    payload: Type.Object({ personName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira' },
    because: 'you are in the People Team',
    action: 'Open the org chart',
    subject: () => 'Nobody is an admin any more',
    body: ({ personName }) => [
      paragraph(
        `Your directory took the role of the only admin, ${personName}. Nobody can change people or settings now.`,
      ),
      paragraph('Let your directory make somebody an admin, or ask who operates the service.'),
    ],
  }),
};

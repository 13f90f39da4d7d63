// The notification type about people: somebody has left while others report to them.
import { Type } from '@sinclair/typebox';
import { pluralize } from '../../pluralize.ts';
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
      paragraph('Until they get another manager, the managers further up remain above them.'),
    ],
  }),
};

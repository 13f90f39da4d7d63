// The notification type about insights profiles: an import has finished.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { channels, defineNotification, Name, paragraph } from '../content.ts';

export const profileTypes = {
  'insights.import_finished': defineNotification({
    description: "Tells an admin that the import of a person's insights profile has succeeded or failed.",
    channels,
    payload: Type.Object({
      employeeName: Name,
      outcome: stringEnum('parsed', 'failed'),
      reason: Type.Optional(Type.String({ format: 'text', maxLength: 500 })),
    }),
    subjectType: 'import_job',
    example: { employeeName: 'Ines Caldeira', outcome: 'failed', reason: 'The PDF contains no text.' },
    because: 'you started the import',
    action: 'Open the import',
    subject: ({ employeeName, outcome }) =>
      outcome === 'parsed'
        ? `Profile of ${employeeName} is ready to confirm`
        : `Profile of ${employeeName} not imported`,
    body: ({ employeeName, outcome, reason }) =>
      outcome === 'parsed'
        ? [paragraph(`The profile of ${employeeName} has been read. It is saved after you confirm it.`)]
        : [
            paragraph(`The profile of ${employeeName} could not be imported, and nothing was changed.`),
            ...(reason ? [paragraph(`Reason: ${reason}`)] : []),
          ],
  }),
};

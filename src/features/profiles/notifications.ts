// What is told about imports of insights profiles.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Name } from '../../platform/notifications/payload-parts.ts';

export const profileNotifications = {
  'insights.import_finished': defineNotification({
    description: "Tells an admin that the import of a person's insights profile has succeeded or failed.",
    when: 'The file of an import has been read, or cannot be.',
    readers: { roles: ['admin'], only: 'who started the import' },
    subjectType: 'import_job',
    payload: Type.Object({
      employeeName: Name,
      outcome: stringEnum('parsed', 'failed'),
      reason: Type.Optional(Type.String({ format: 'text', maxLength: 500 })),
    }),
    example: { employeeName: 'Ines Caldeira', outcome: 'failed', reason: 'The PDF contains no text.' },
    texts: {
      en: {
        because: 'you started the import',
        action: 'Open the import',
        subject: ({ employeeName, outcome }) =>
          outcome === 'parsed'
            ? `Profile of ${employeeName} is ready to confirm`
            : `Profile of ${employeeName} not imported`,
        body: ({ employeeName, outcome, reason }) =>
          outcome === 'parsed'
            ? [`The profile of ${employeeName} has been read. It is saved after you confirm it.`]
            : [
                `The profile of ${employeeName} could not be imported, and nothing was changed.`,
                ...(reason ? [`Reason: ${reason}`] : []),
              ],
      },
      de: {
        because: 'Sie den Import gestartet haben',
        action: 'Import öffnen',
        subject: ({ employeeName, outcome }) =>
          outcome === 'parsed'
            ? `Profil von ${employeeName} kann bestätigt werden`
            : `Profil von ${employeeName} nicht importiert`,
        body: ({ employeeName, outcome, reason }) =>
          outcome === 'parsed'
            ? [`Das Profil von ${employeeName} wurde gelesen. Es wird gespeichert, sobald Sie es bestätigen.`]
            : [
                `Das Profil von ${employeeName} konnte nicht importiert werden; es wurde nichts geändert.`,
                ...(reason ? [`Grund (auf Englisch): ${reason}`] : []),
              ],
      },
    },
  }),
};

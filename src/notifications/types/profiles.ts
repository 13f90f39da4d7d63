// The notification type about insights profiles: an import has finished.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../../model/values.ts';
import { defineNotification, Name } from '../content.ts';

export const profileTypes = {
  'insights.import_finished': defineNotification({
    description: "Tells an admin that the import of a person's insights profile has succeeded or failed.",
    payload: Type.Object({
      employeeName: Name,
      outcome: stringEnum('parsed', 'failed'),
      reason: Type.Optional(Type.String({ format: 'text', maxLength: 500 })),
    }),
    subjectType: 'import_job',
    example: { employeeName: 'Ines Caldeira', outcome: 'failed', reason: 'The PDF contains no text.' },
  }),
};

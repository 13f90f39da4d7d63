// Notification types about weekly summaries: submitted, responded to, the weekly digest, trend flags.
import { Type } from '@sinclair/typebox';
import { dimensions, mapDimensions } from '../../model/scores.ts';
import { CalendarDate, stringEnum } from '../../model/values.ts';
import { defineNotification, Name } from '../content.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Mean = Type.Number({ minimum: 1, maximum: 5 });

const reminder = {
  payload: Type.Object({ weekStart: CalendarDate }),
  example: { weekStart: '2026-11-16' },
};

/** Names in a list of a notification. */
export const maxNames = 20;

export const summaryTypes = {
  'weekly_summary.submitted': defineNotification({
    description: 'Tells a manager that a direct report has submitted a weekly summary.',
    payload: Type.Object({ employeeName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { employeeName: 'Ines Caldeira', weekStart: '2026-11-16' },
  }),

  'weekly_summary.handed_over': defineNotification({
    description: 'Tells a manager how many summaries of people who report to them since a move wait for a response.',
    payload: Type.Object({
      people: Type.Array(Name, { minItems: 1, maxItems: maxNames }),
      peopleMore: Type.Optional(Count),
      summaries: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    example: { people: ['Ines Caldeira', 'Zoë Lindqvist'], summaries: 3 },
  }),

  'weekly_summary.responded': defineNotification({
    description: 'Tells an employee that a manager has responded to their weekly summary.',
    payload: Type.Object({ managerName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { managerName: 'Noor Haddadin', weekStart: '2026-11-16' },
  }),

  'weekly_summary.due': defineNotification({
    ...reminder,
    description: 'Reminds a person who has not written their weekly summary that it is due.',
  }),

  'weekly_summary.last_call': defineNotification({
    ...reminder,
    description: 'Reminds a person once more who has not written their weekly summary.',
  }),

  'digest.weekly': defineNotification({
    description:
      'Gives managers and leaders the week in numbers: summaries, average scores, and what waits for their response.',
    payload: Type.Object({
      weekStart: CalendarDate,
      people: Count,
      submitted: Count,
      missing: Type.Array(Name, { maxItems: maxNames }),
      missingMore: Type.Optional(Count),
      excused: Type.Optional(Count),
      awaiting: Type.Optional(Count),
      writers: Type.Optional(Type.Array(Name, { maxItems: maxNames })),
      averages: Type.Optional(Type.Object(mapDimensions(() => Mean))),
    }),
    example: {
      weekStart: '2026-11-09',
      people: 34,
      submitted: 29,
      missing: ['Farid Noorzaman', 'Zoë Lindqvist', 'Jürgen Mößner'],
      missingMore: 2,
      awaiting: 3,
      writers: ['Ines Caldeira', 'Lotte Brandt'],
      averages: { qualityOfWork: 3.9, personalWellbeing: 3.2, professionalWellbeing: 4.1 },
    },
  }),

  'trend.flagged': defineNotification({
    description:
      'Points out a notable shift of scores: of a person to their manager, of a department or the organisation to senior ' +
      'leadership and the People Team.',
    payload: Type.Object({
      subjectName: Name,
      scope: stringEnum('individual', 'department', 'organisation'),
      dimension: stringEnum(...dimensions),
      direction: stringEnum('up', 'down'),
      weekStart: CalendarDate,
    }),
    subjectType: 'user',
    example: {
      subjectName: 'Customer Care',
      scope: 'department',
      dimension: 'personalWellbeing',
      direction: 'down',
      weekStart: '2026-11-16',
    },
  }),
};

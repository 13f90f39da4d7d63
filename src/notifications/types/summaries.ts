// Notification types about weekly summaries: submitted, responded to, the weekly digest, trend flags.
import { Type } from '@sinclair/typebox';
import { pluralize } from '../../lib/pluralize.ts';
import { dimensions, mapDimensions, scoreTitles, type Dimension } from '../../model/scores.ts';
import { CalendarDate, stringEnum } from '../../model/values.ts';
import { formatWeek } from '../../rules/format-dates.ts';
import { bars, channels, defineNotification, list, Name, paragraph, type Bar } from '../content.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Mean = Type.Number({ minimum: 1, maximum: 5 });

const createMeanBars = (averages: Record<Dimension, number>): Bar[] =>
  dimensions.map((dimension) => ({ label: scoreTitles[dimension], value: averages[dimension], of: 5 }));

const scopePreposition = { individual: 'of', department: 'in', organisation: 'across' };

const reminder = {
  channels,
  payload: Type.Object({ weekStart: CalendarDate }),
  example: { weekStart: '2026-11-16' },
  because: 'you have not written your summary of that week',
  action: 'Write the summary',
};

export const summaryTypes = {
  'weekly_summary.submitted': defineNotification({
    description: 'Tells a manager that a direct report has submitted a weekly summary.',
    channels,
    payload: Type.Object({ employeeName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { employeeName: 'Ines Caldeira', weekStart: '2026-11-16' },
    because: 'the person who wrote the summary reports to you',
    action: 'Read the summary',
    subject: ({ employeeName, weekStart }) => `Weekly summary from ${employeeName}, ${formatWeek(weekStart)}`,
    body: ({ employeeName, weekStart }) => [
      paragraph(`${employeeName} has submitted the weekly summary for the ${formatWeek(weekStart)}.`),
      paragraph('A short response shows that you have read it, and is a good start for your next conversation.'),
    ],
  }),

  'weekly_summary.responded': defineNotification({
    description: 'Tells an employee that a manager has responded to their weekly summary.',
    channels,
    payload: Type.Object({ managerName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { managerName: 'Noor Haddadin', weekStart: '2026-11-16' },
    because: 'the summary is yours',
    action: 'Read the response',
    subject: ({ managerName, weekStart }) => `${managerName} responded to your summary, ${formatWeek(weekStart)}`,
    body: ({ managerName, weekStart }) => [
      paragraph(`${managerName} has read your summary for the ${formatWeek(weekStart)} and responded to it.`),
    ],
  }),

  'weekly_summary.due': defineNotification({
    ...reminder,
    description: 'Reminds a person who has not written their weekly summary that it is due.',
    subject: ({ weekStart }) => `Your weekly summary is due, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Your weekly summary for the ${formatWeek(weekStart)} is due.`),
      paragraph('A few lines are enough. Your manager reads them, and can help with what is in your way.'),
    ],
  }),

  'weekly_summary.last_call': defineNotification({
    ...reminder,
    description: 'Reminds a person once more who has not written their weekly summary.',
    subject: ({ weekStart }) => `Last call for your weekly summary, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      paragraph(`Your weekly summary for the ${formatWeek(weekStart)} is still missing.`),
      paragraph('You can write it until the digest of that week is sent, and after that as well.'),
    ],
  }),

  'digest.weekly': defineNotification({
    description:
      'Gives managers and leaders the week in numbers: summaries, average scores, and what waits for their response.',
    channels,
    payload: Type.Object({
      weekStart: CalendarDate,
      people: Count,
      submitted: Count,
      missing: Type.Array(Name, { maxItems: 20 }),
      missingMore: Type.Optional(Count),
      awaiting: Type.Optional(Count),
      writers: Type.Optional(Type.Array(Name, { maxItems: 20 })),
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
    because: 'people report to you, or your role covers the whole organisation',
    action: 'Open the digest',
    subject: ({ weekStart, people, submitted }) =>
      `Weekly digest: ${submitted} of ${people} summaries, ${formatWeek(weekStart)}`,
    body: ({ weekStart, people, submitted, missing, missingMore = 0, averages, ...waiting }) => [
      paragraph(`For the ${formatWeek(weekStart)}, ${submitted} of ${people} weekly summaries were submitted.`),
      missing.length + missingMore === 0
        ? paragraph('No summary is missing.')
        : list('Still missing', missingMore > 0 ? [...missing, `${missingMore} more`] : missing),
      ...(waiting.awaiting
        ? [
            list(
              `${pluralize(waiting.awaiting, 'summary waits', 'summaries wait')} for your response`,
              waiting.writers ?? [],
            ),
          ]
        : []),
      ...(averages ? [bars('Average scores, from 1 to 5', createMeanBars(averages))] : []),
    ],
  }),

  'trend.flagged': defineNotification({
    description: 'Points out a notable shift in the scores of a person, a department or the organisation.',
    channels,
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
    because: 'you have access to these scores',
    action: 'Look at the trend',
    subject: ({ subjectName, dimension, direction }) => `${scoreTitles[dimension]} is ${direction} for ${subjectName}`,
    body: ({ subjectName, scope, dimension, direction, weekStart }) => [
      paragraph(
        `${scoreTitles[dimension]} ${scopePreposition[scope]} ${subjectName} is clearly ` +
          `${direction === 'up' ? 'higher' : 'lower'} than usual in the ${formatWeek(weekStart)}.`,
      ),
      paragraph('The flag is based on scores only; no text was read. Take it as a reason to ask, not as a conclusion.'),
    ],
  }),
};

// What notifications say, in English: what stands around the text of each, and on the page that ends e-mails, and the texts.
import { pluralize } from '../../../lib/pluralize.ts';
import { dimensions, scoreTitles } from '../../../model/scores.ts';
import { formatMonth, formatWeek } from '../../../rules/weeks.ts';
import type { Bar, Frame, TypeTexts } from '../texts.ts';
import { adminTypes } from './admin.ts';

const scopePreposition = { individual: 'of', department: 'in', organisation: 'across' };

function createBar(label: string, mean: number): Bar {
  const score = mean.toFixed(1);
  return { label, share: mean / 5, score, words: `${score} of 5` };
}

const frame: Frame = {
  untitled: (sender) => `A message from ${sender}`,
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  reason: (sender, because) => `You get this from the check-in service of ${sender} because ${because}.`,
  choice: 'You can choose which notifications you get by e-mail in your notification preferences.',
  noChoice: 'Notices about who can sign in as you or see your data cannot be switched off.',
  unsubscribe: 'Stop e-mails of this kind',
  page: {
    title: 'E-mails of the check-in service',
    reason: (because) => `You get these e-mails because ${because}.`,
    button: 'Stop these e-mails',
    done: 'You get no more e-mails of this kind. You can choose them again in your notification preferences.',
  },
};

const types: TypeTexts = {
  ...adminTypes,

  'weekly_summary.submitted': {
    because: 'the person who wrote the summary reports to you',
    action: 'Read the summary',
    subject: ({ employeeName, weekStart }) => `Weekly summary from ${employeeName}, ${formatWeek(weekStart)}`,
    body: ({ employeeName, weekStart }) => [
      `${employeeName} has submitted the weekly summary for the ${formatWeek(weekStart)}.`,
      'A short response shows that you have read it, and is a good start for your next conversation.',
    ],
  },

  'weekly_summary.handed_over': {
    because: 'the people who wrote the summaries report to you now',
    action: 'See the summaries',
    subject: ({ summaries }) =>
      `${pluralize(summaries, 'weekly summary waits', 'weekly summaries wait')} for your response`,
    body: ({ people, peopleMore = 0, summaries }) => [
      `You have new direct reports. ${pluralize(summaries, 'summary of theirs has', 'summaries of theirs have')} no response yet.`,
      { heading: 'Written by', items: peopleMore > 0 ? [...people, `${peopleMore} more`] : people },
    ],
  },

  'weekly_summary.responded': {
    because: 'the summary is yours',
    action: 'Read the response',
    subject: ({ managerName, weekStart }) => `${managerName} responded to your summary, ${formatWeek(weekStart)}`,
    body: ({ managerName, weekStart }) => [
      `${managerName} has read your summary for the ${formatWeek(weekStart)} and responded to it.`,
    ],
  },

  'weekly_summary.due': {
    because: 'you have not written your summary of that week',
    action: 'Write the summary',
    subject: ({ weekStart }) => `Your weekly summary is due, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Your weekly summary for the ${formatWeek(weekStart)} is due.`,
      'A few lines are enough. Your manager reads them, and can help with what is in your way.',
    ],
  },

  'weekly_summary.last_call': {
    because: 'you have not written your summary of that week',
    action: 'Write the summary',
    subject: ({ weekStart }) => `Last call for your weekly summary, ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Your weekly summary for the ${formatWeek(weekStart)} is still missing.`,
      'You can write it until the digest of that week is sent, and after that as well.',
    ],
  },

  'digest.weekly': {
    because: 'people report to you, or your role covers the whole organisation',
    action: 'Open the digest',
    subject: ({ weekStart, people, submitted }) =>
      `Weekly digest: ${submitted} of ${people} summaries, ${formatWeek(weekStart)}`,
    body: ({
      weekStart,
      people,
      submitted,
      missing,
      missingMore = 0,
      excused = 0,
      awaiting = 0,
      writers = [],
      averages,
    }) => [
      `For the ${formatWeek(weekStart)}, ${submitted} of ${people} weekly summaries were submitted.`,
      missing.length + missingMore === 0
        ? 'No summary is missing.'
        : { heading: 'Still missing', items: missingMore > 0 ? [...missing, `${missingMore} more`] : missing },
      ...(excused > 0
        ? [`${pluralize(excused, 'person is', 'people are')} not counted: they had no working day.`]
        : []),
      ...(awaiting > 0
        ? [{ heading: `${pluralize(awaiting, 'summary waits', 'summaries wait')} for your response`, items: writers }]
        : []),
      ...(averages
        ? [
            {
              heading: 'Average scores, from 1 to 5',
              bars: dimensions.map((dimension) => createBar(scoreTitles[dimension], averages[dimension])),
            },
          ]
        : []),
    ],
  },

  'trend.flagged': {
    because: 'you have access to these scores',
    action: 'Look at the trend',
    subject: ({ subjectName, dimension, direction }) => `${scoreTitles[dimension]} is ${direction} for ${subjectName}`,
    body: ({ subjectName, scope, dimension, direction, weekStart }) => [
      `${scoreTitles[dimension]} ${scopePreposition[scope]} ${subjectName} is clearly ` +
        `${direction === 'up' ? 'higher' : 'lower'} than usual in the ${formatWeek(weekStart)}.`,
      'The flag is based on scores only; no text was read. Take it as a reason to ask, not as a conclusion.',
    ],
  },

  'goals.non_setters': {
    because: 'your board has no goal for that week',
    action: 'Set a goal',
    subject: ({ weekStart }) => `No goal yet for the ${formatWeek(weekStart)}`,
    body: ({ weekStart }) => [
      `Your board for the ${formatWeek(weekStart)} is still empty.`,
      'One goal is enough, and a small one counts: what would make this a good week for you?',
    ],
  },

  'nomination.received': {
    because: 'the nomination names you',
    action: 'See the nomination',
    subject: ({ nominatorName, period, team }) =>
      `${nominatorName} nominated ${team ? `your team ${team}` : 'you'} for ${formatMonth(period)}`,
    body: ({ nominatorName, period, team }) => [
      `Good news: ${nominatorName} has nominated ${team ? `you and your team ${team}` : 'you'} for recognition ` +
        `in ${formatMonth(period)}.`,
      'Somebody noticed your work and took the time to say so.',
    ],
  },

  announcement: {
    because: 'the sender selected you as a recipient',
    action: 'Open',
    subject: ({ title }) => title,
    body: ({ body }) => body.split('\n').filter((line) => line.trim()),
  },
};

export const english = { frame, types };

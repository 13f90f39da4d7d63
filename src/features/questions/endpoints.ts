// Questions: who asks what of whom, and when.
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import type { Endpoint } from '../../platform/http/declaration/endpoint.ts';
import { toMonday } from '../../platform/time/weeks.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { Type } from '@sinclair/typebox';
import { ask, describe, end, findQuestion, managersAsk, toContent, toQuestion, type Stored } from './ask.ts';
import { maxAsked, toWeeks, type Wording } from './rules.ts';
import { Question, QuestionChange, QuestionInput } from './schema.ts';

const readQuestion = defineEndpoint({
  method: 'GET',
  path: '/questions/{questionId}',
  operationId: 'getQuestion',
  summary: 'Get a question.',
  permission: 'question:manage',
  response: Question,
  errors: ['QUESTION_NOT_FOUND'],
  handler: async ({ params: { questionId }, graph }) => toQuestion(await findQuestion(graph, questionId)),
});

const resource: Endpoint['resource'] = {
  read: readQuestion,
  lock: (graph, { questionId = '' }) => graph.write('questions/lock', { questionId }),
};

const listQuestions = defineList({
  path: '/questions',
  operationId: 'listQuestions',
  summary: 'List the questions that the caller may change.',
  description: 'Newest first.',
  permission: 'question:manage',
  filters: { isOpen: optionalField(Type.Boolean(), 'Only those that have not ended, or have', true) },
  item: Question,
  async load({ query: { isOpen = null }, graph }, page) {
    const params = {
      ...page,
      isOpen,
      managersAsk,
      asOperator: false,
      permittedRoles: permitRowsByQuery('question:manage'),
    };
    const { items } = await graph.one<{ items: Positioned<Stored>[] }>('questions/list', params);
    return items.map(({ position, ...stored }) => ({ ...toQuestion(stored as Stored), position }));
  },
});

const askQuestion = defineEndpoint({
  method: 'POST',
  path: '/questions',
  operationId: 'askQuestion',
  summary: 'Ask a question.',
  description:
    'Admins and the People Team ask anybody; managers the people below them, if the setting managersAsk is on. A question never shows ' +
    `anybody more: its answers belong to the summaries of their authors. Nobody is asked more than ${maxAsked} questions in a week.`,
  effects: 'From its first week on, the question is asked with the weekly summary.',
  audit: 'question.create',
  permission: 'question:manage',
  body: QuestionInput,
  success: 201,
  response: Question,
  resource,
  errors: ['USER_NOT_FOUND', 'LIMIT_REACHED'],
  location: ({ id }) => `/questions/${id}`,
  handler: ({ body, graph, now, newId }) => graph.atomically((tx) => ask(tx, body, { now, newId })),
});

const changeQuestion = defineEndpoint({
  method: 'PATCH',
  path: '/questions/{questionId}',
  operationId: 'changeQuestion',
  summary: 'Change the words of a question, whether it is required, or its last week.',
  description:
    'Absent fields stay as they are. Other words are a new version: answers keep the wording that they answered. Kind, audience and ' +
    'frequency stay; for others, end the question and ask a new one.',
  effects: 'Changes the question.',
  audit: 'question.update',
  permission: 'question:manage',
  body: QuestionChange,
  response: Question,
  resource,
  errors: ['QUESTION_NOT_FOUND', 'QUESTION_ENDED'],
  async handler({ params: { questionId }, body, graph, now, newId }) {
    const stored = await findQuestion(graph, questionId);
    const { text, low, high, options, isRequired = null, to } = body;
    const before = JSON.parse(stored.wording) as Wording;
    if ((low ?? high) && stored.kind !== 'scale')
      failInvalid([{ pointer: '/low', message: 'Only a scale has words at its ends.' }]);
    if (options && options.length !== stored.optionCount)
      failInvalid([
        {
          pointer: '/options',
          message: `options must be ${stored.optionCount ?? 0}: their places are what was answered.`,
        },
      ]);
    if (to !== undefined && to < stored.from) failInvalid([{ pointer: '/to', message: 'to must not be before from.' }]);
    // A later end could bring an eleventh question into a week, which only asking looks for.
    if (to !== undefined && stored.to && toMonday(to) > stored.to)
      failInvalid([
        { pointer: '/to', message: 'to must not be later than it is; ask a new question for later weeks.' },
      ]);
    const wording = {
      ...before,
      ...(text && { text }),
      ...(low && { low }),
      ...(high && { high }),
      ...(options && { options }),
    };
    const change = {
      questionId,
      auditId: newId(),
      content: toContent(wording),
      isRequired,
      toWeek: to === undefined ? null : toWeeks(to, undefined).fromWeek,
      changed: Object.keys(body),
      values: describe(questionId),
      now,
    };
    const updated = await graph.write<{ question: Stored }>('questions/update', change);
    return updated ? toQuestion(updated.question) : fail('QUESTION_ENDED');
  },
});

const endQuestion = defineEndpoint({
  method: 'DELETE',
  path: '/questions/{questionId}',
  operationId: 'endQuestion',
  summary: 'End a question.',
  description: 'It is not asked any more. One that nobody has answered is deleted; others stay with their answers.',
  effects: 'Ends the question.',
  audit: 'question.end',
  permission: 'question:manage',
  resource,
  errors: ['QUESTION_NOT_FOUND'],
  handler: ({ params: { questionId }, graph, now, newId }) => end(graph, questionId, { now, newId }),
});

export const questions = [askQuestion, listQuestions, readQuestion, changeQuestion, endQuestion];

// Questions: who asks what of whom, and when.
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { toMonday } from '../../platform/time/weeks.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { Type } from '@sinclair/typebox';
import {
  ask,
  describe,
  end,
  findQuestion,
  findToChange,
  managersAsk,
  toContent,
  toQuestion,
  type Stored,
} from './ask.ts';
import { changeWording, continueOptions } from './wordings.ts';
import { maxAsked, maxAskedByManagers, maxWordings, toWeeks, type Wording } from './rules.ts';
import { Question, QuestionChange, QuestionInput } from './schema.ts';

const readQuestion = defineEndpoint({
  method: 'GET',
  path: '/questions/{questionId}',
  operationId: 'getQuestion',
  summary: 'Get a question.',
  permission: 'question:manage',
  response: Question,
  errors: ['QUESTION_NOT_FOUND'],
  handler: async ({ params: { questionId }, graph, now }) => toQuestion(await findQuestion(graph, questionId, now)),
});

const resource: Endpoint['resource'] = {
  read: readQuestion,
  lock: (graph, { questionId = '' }) => graph.write('questions/lock', { questionId }),
};

const listQuestions = defineList({
  path: '/questions',
  operationId: 'listQuestions',
  tool: { link: '/questions/{id}' },
  summary: 'List the questions that the caller may read.',
  description: 'Newest first: all of them, or for managers those to the people below them.',
  permission: 'question:manage',
  filters: { isOpen: optionalField(Type.Boolean(), 'Only those that have not ended, or have', true) },
  item: Question,
  async load({ query: { isOpen = null }, graph, now }, page) {
    const params = {
      ...page,
      isOpen,
      managersAsk,
      asOperator: false,
      permittedRoles: permitRowsByQuery('question:manage'),
      now,
    };
    const { items } = await graph.one<{ items: Positioned<Stored>[] }>('questions/list', params);
    return items.map(({ position, ...stored }) => ({ ...toQuestion(stored as Stored), position }));
  },
});

const askQuestion = defineEndpoint({
  method: 'POST',
  path: '/questions',
  operationId: 'askQuestion',
  growsWith: ['questions'],
  summary: 'Ask a question.',
  description:
    'Admins and the People Team ask anybody; managers the people below them, if the setting managersAsk is on. A question never shows ' +
    `anybody more: its answers belong to the summaries of their authors. Nobody is asked more than ${maxAsked} questions in a week, and ` +
    `more than ${maxAskedByManagers} of managers.`,
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
    'Absent fields stay as they are. As JSON, words replace those in all languages; as a merge patch, those in the languages that they name. Other words are a new version, of which there are at most ' +
    `${maxWordings}: answers keep the wording that they answered. Another order of the options, or a further language, means the same, and the ` +
    'report counts the answers together; after other words, it counts them on their own. ' +
    'Kind, audience and frequency stay; for others, end the question and ask a new one. ' +
    'A question of the People Team or an admin is changed by them alone.',
  effects: 'Changes the question.',
  audit: 'question.update',
  permission: 'question:change',
  body: QuestionChange,
  response: Question,
  resource,
  errors: ['QUESTION_NOT_FOUND', 'QUESTION_ENDED', 'LIMIT_REACHED'],
  async handler({ params: { questionId }, body, isMergePatch, graph, now, newId }) {
    const stored = await findToChange(graph, questionId, { now });
    const { text, low, high, options, to } = body;
    const isRequired = body.isRequired === undefined ? null : (body.isRequired ?? false);
    const before = JSON.parse(stored.words.content) as Wording;
    if ((low ?? high) && stored.kind !== 'scale')
      failInvalid([{ pointer: '/low', message: 'Only a scale has words at its ends.' }]);
    if (options && options.length !== stored.optionCount)
      failInvalid([
        {
          pointer: '/options',
          message: `options must be ${stored.optionCount ?? 0}, as many as before.`,
        },
      ]);
    if (to && to < stored.from) failInvalid([{ pointer: '/to', message: 'to must not be before from.' }]);
    // A later end could bring an eleventh question into a week, which only asking looks for.
    if (to !== undefined && stored.to && (to === null || toMonday(to) > stored.to))
      failInvalid([
        { pointer: '/to', message: 'to must not be later than it is; ask a new question for later weeks.' },
      ]);
    const wording = changeWording(before, { text, low, high, options }, isMergePatch);
    const change = {
      questionId,
      auditId: newId(),
      content: toContent(wording),
      // That it means the same is known of the version that was read. If there is another one by now, it means something else.
      basedOn: stored.version,
      optionIds: continueOptions(before, stored.words.optionIds ?? [], wording),
      isRequired,
      toWeek: to ? toWeeks(to, undefined).fromWeek : null,
      changed: Object.keys(body),
      values: describe(questionId),
      maxWordings,
      now,
    };
    const updated = await graph.write<{ question: Stored; isFull: boolean }>('questions/update', change);
    if (updated?.isFull)
      fail('LIMIT_REACHED', `A question has at most ${maxWordings} wordings. End it, and ask a new one.`);
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
  permission: 'question:change',
  resource,
  errors: ['QUESTION_NOT_FOUND'],
  handler: ({ params: { questionId }, graph, now, newId }) => end(graph, questionId, { now, newId }),
});

export const questions = [askQuestion, listQuestions, readQuestion, changeQuestion, endQuestion];

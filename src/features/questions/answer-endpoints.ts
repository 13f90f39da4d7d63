// What the caller is asked, their answers, and the answers of a summary.
import { Type } from '@sinclair/typebox';
import type { Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permitRead } from '../../platform/audit/record-read.ts';
import { failInvalid } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { CalendarDate, optionalField, strictObject } from '../../platform/schema/values.ts';
import { toMondayInReach } from '../summaries/endpoints.ts';
import { findValueFault, isAskedIn, maxAnswers, maxAsked, type Schedule } from './rules.ts';
import { AnswersInput, AskedQuestions, GivenAnswers } from './schema.ts';
import { toAnswer, toAsked, toStoredValue, type Languages, type StoredQuestion } from './stored-questions.ts';

type Offered = StoredQuestion & Schedule & { isRequired: boolean; optionCount: number | null; isInAudience: boolean };
type Asked = { weekStart: string; languages: Languages; questions: Offered[] };

/**
 * The questions that are asked in the week, at most `maxAsked`, the required ones first; then those that were answered besides. They are
 * never more than can be answered.
 */
function chooseAsked({ weekStart, questions }: Asked): Offered[] {
  const asked = questions
    .filter((one) => one.isInAudience && isAskedIn(one, weekStart))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
    .slice(0, maxAsked);
  let room = maxAnswers - questions.filter((one) => one.answer).length;
  const shown = asked.filter((one) => one.answer || room-- > 0);
  return [...shown, ...questions.filter((one) => one.answer && !shown.includes(one))];
}

const loadAsked = (graph: Pick<Graph, 'one'>, weekStart: string | null, now: string): Promise<Asked> =>
  graph.one<Asked>('questions/asked', { weekStart, now });

function toAskedQuestions(asked: Asked): AskedQuestions {
  const questions = chooseAsked(asked).map((one) => ({
    ...toAsked(one, asked.languages),
    isRequired: one.isRequired,
    ...(one.answer && { answer: toAnswer(one.answer) }),
  }));
  return { weekStart: asked.weekStart, questions };
}

const readAsked = defineEndpoint({
  method: 'GET',
  path: '/me/questions',
  operationId: 'getMyQuestions',
  tool: { link: '/me/questions?weekStart={weekStart}' },
  summary: 'Get the questions that the caller is asked in a week, with their answers.',
  description:
    'Required ones first. Somebody who was moved during the week answers what they were asked before and after. In the language of the caller.',
  query: Type.Object(
    {
      weekStart: optionalField(
        CalendarDate,
        'Any day of a week from five years back to one week ahead; default: the current one',
      ),
    },
    strictObject,
  ),
  response: AskedQuestions,
  async handler({ query: { weekStart }, graph, now }) {
    const monday = weekStart === undefined ? null : await toMondayInReach(graph, weekStart, now);
    return toAskedQuestions(await loadAsked(graph, monday, now));
  },
});

const path = '/me/answers/{weekStart}';

const readOwnAnswers = defineEndpoint({
  method: 'GET',
  path,
  operationId: 'getMyAnswers',
  summary: "Get the caller's answers of a week, with the questions.",
  description:
    'Nobody else can read them before there is a summary of the week, which lies from five years back to one week ahead.',
  response: AskedQuestions,
  async handler({ params: { weekStart }, graph, now }) {
    return toAskedQuestions(await loadAsked(graph, await toMondayInReach(graph, weekStart, now), now));
  },
});

const resource: Endpoint['resource'] = { read: readOwnAnswers, lock: (graph) => graph.write('access/lock_caller') };

const saveAnswers = defineEndpoint({
  method: 'PUT',
  path,
  operationId: 'saveMyAnswers',
  growsWith: ['questions'],
  summary: "Save the caller's answers of a week.",
  description:
    'As often as you like, before and after the summary of the week, which lies from five years back to one week ahead. Once there is a ' +
    'summary, whoever may read it may read them.',
  effects: 'Replaces all answers of the week.',
  audit: { none: "The caller's own." },
  body: AnswersInput,
  response: AskedQuestions,
  resource,
  errors: [],
  async handler({ params, body: { answers }, graph, now, newId }) {
    const weekStart = await toMondayInReach(graph, params.weekStart, now);
    const offered = chooseAsked(await loadAsked(graph, weekStart, now));
    const rows = answers.map(({ questionId, version, ...value }, index) => {
      const refuse = (what: string): never =>
        failInvalid([{ pointer: `/answers/${index}`, message: `Answer ${index + 1} ${what}.` }]);
      if (answers.findIndex((one) => one.questionId === questionId) !== index)
        refuse('is the second one to its question');
      const question =
        offered.find(({ id }) => id === questionId) ?? refuse('is to a question that you are not asked in this week');
      const { kind, points = null, lowest = null, optionCount, isSeveral } = question;
      const answerable = { kind, points, lowest, options: optionCount ?? 0, isSeveral: isSeveral ?? false };
      const fault = findValueFault(answerable, value);
      if (fault !== null) refuse(fault);
      if (version !== undefined && version > question.version) refuse('has a version that the question does not have');
      return { answerId: newId(), questionId, version: version ?? question.version, ...toStoredValue(value) };
    });
    const change = { weekStart, rows, changeId: newId(), now };
    const saved = await graph.write<{ isSaved: boolean }>('questions/answer', change);
    if (!saved) return failMissedWrite(graph, 'UNAUTHENTICATED');
    if (!saved.isSaved)
      failInvalid([{ pointer: '/answers', message: 'A question was deleted meanwhile: get the questions again.' }]);
    return toAskedQuestions(await loadAsked(graph, weekStart, now));
  },
});

const readAnswers = defineEndpoint({
  method: 'GET',
  path: '/summaries/{summaryId}/answers',
  operationId: 'getSummaryAnswers',
  tool: { link: '/summaries/{summaryId}' },
  summary: 'Get the answers that belong to a summary.',
  description: 'Whoever may read the summary may read them, and nobody else, whoever asked.',
  audit: 'summary.read',
  permission: 'summary:read',
  response: GivenAnswers,
  errors: ['SUMMARY_NOT_FOUND'],
  async handler({ params: { summaryId }, graph, recordRead, now }) {
    type Found = { standing: Standing; userId: string | null; languages: Languages; answers: StoredQuestion[] };
    const { standing, userId, languages, answers } = await graph.one<Found>('questions/answers', { summaryId, now });
    if (userId === null) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    await permitRead(recordRead, standing, 'summary:read', { userId, summaryId });
    return {
      answers: answers.flatMap((one) =>
        one.answer ? [{ ...toAsked(one, languages), answer: toAnswer(one.answer) }] : [],
      ),
    };
  },
});

export const answers = [readAsked, readOwnAnswers, saveAnswers, readAnswers];

// Questions: who asks what of whom, and when.
import { permit, permitRowsByQuery, type Standing } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import type { Endpoint } from '../../platform/http/declaration/endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { toAuditValues } from '../../platform/schema/audit.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { settings } from '../../platform/settings/settings.ts';
import { Type } from '@sinclair/typebox';
import { findCrowdedWeek, maxAsked, maxQuestions, toWeeks, type Schedule, type Wording } from './rules.ts';
import { Question, QuestionChange, QuestionInput, type QuestionAudience } from './schema.ts';

const managersAsk = settings.managersAsk.default;

type Stored = Omit<Question, 'audience' | 'text' | 'low' | 'high' | 'options'> & {
  audience: string;
  audienceName: string | null;
  askedBelow: { id: string } | null;
  wording: string;
  optionCount: number | null;
};
type Access = { standing: Standing; question: Stored | null };

/** Null fields are those that a question of its kind does not have. */
function toQuestion({ audience, audienceName, askedBelow, wording, optionCount: _count, ...stored }: Stored): Question {
  const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as typeof stored;
  const type = audience.split(':')[0] as QuestionAudience['type'];
  return {
    ...given,
    ...(JSON.parse(wording) as Wording),
    audience: {
      type,
      ...(audienceName !== null && { name: audienceName }),
      ...(askedBelow && { userId: askedBelow.id }),
    },
  };
}

async function findQuestion(graph: Graph, questionId: string): Promise<Stored> {
  const { standing, question } = await graph.one<Access>('questions/read', { questionId, managersAsk });
  if (!question) {
    permit(standing, 'question:manage');
    return failNotFoundOrForbidden(graph, 'QUESTION_NOT_FOUND', questionId);
  }
  permit(standing, 'question:manage');
  return question;
}

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
    const params = { ...page, isOpen, managersAsk, permittedRoles: permitRowsByQuery('question:manage') };
    const { items } = await graph.one<{ items: Positioned<Stored>[] }>('questions/list', params);
    return items.map(({ position, ...stored }) => ({ ...toQuestion(stored as Stored), position }));
  },
});

/** Refuses what does not belong together. @throws {ApiError} VALIDATION_ERROR */
function assertFits({
  kind,
  low,
  high,
  options,
  points,
  isSeveral,
  frequency,
  everyWeeks,
  audience,
  from,
  to,
}: QuestionInput): void {
  const faults: [pointer: string, message: string][] = [];
  const only = (isOfKind: boolean, name: string, value: unknown, isNeeded: boolean): void => {
    if (!isOfKind && value !== undefined)
      faults.push([`/${name}`, `${name} does not belong to a question of the kind ${kind}.`]);
    if (isOfKind && isNeeded && value === undefined)
      faults.push([`/${name}`, `A question of the kind ${kind} needs ${name}.`]);
  };
  only(kind === 'scale', 'points', points, true);
  only(kind === 'scale', 'low', low, false);
  only(kind === 'scale', 'high', high, false);
  only(kind === 'choice', 'options', options, true);
  only(kind === 'choice', 'isSeveral', isSeveral, false);
  if ((frequency === 'every_n_weeks') !== (everyWeeks !== undefined))
    faults.push(['/everyWeeks', 'everyWeeks belongs to the frequency every_n_weeks, which needs it.']);
  if (to !== undefined && to < from) faults.push(['/to', 'to must not be before from.']);
  const isNamed = audience.type === 'department' || audience.type === 'team';
  if (isNamed !== (audience.name !== undefined))
    faults.push(['/audience/name', 'name belongs to an audience of the type department or team, which needs it.']);
  if ((audience.type === 'below') !== (audience.userId !== undefined))
    faults.push(['/audience/userId', 'userId belongs to an audience of the type below, which needs it.']);
  if (faults.length > 0) failInvalid(faults.map(([pointer, message]) => ({ pointer, message })));
}

/** The key of an audience: what is stored, and looked up for each reader. */
const toAudienceKey = ({ type, name = '', userId = '' }: QuestionAudience): string =>
  type === 'tenant' ? type : `${type}:${type === 'below' ? userId : toNameKey(name)}`;

type AudienceFacts = {
  standing: Standing;
  headFound: boolean;
  teamName: string | null;
  departmentName: string | null;
  questions: number;
  open: number;
};

/** Returns the name as the organisation writes it. @throws {ApiError} if there is no such audience */
function findAudienceName({ type, name, userId }: QuestionAudience, facts: AudienceFacts): string | null {
  if (type === 'below' && !facts.headFound) fail('USER_NOT_FOUND');
  if (type === 'tenant' || type === 'below') return null;
  const found = type === 'team' ? facts.teamName : facts.departmentName;
  return (
    found ??
    failInvalid([{ pointer: '/audience/name', message: `There is no ${type} ${JSON.stringify(name ?? userId)}.` }])
  );
}

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
  async handler({ body, graph, now, newId }) {
    assertFits(body);
    const { kind, text, low, high, options, audience, frequency, everyWeeks = null, isRequired, from, to } = body;
    const schedule: Schedule = { frequency, everyWeeks, ...toWeeks(from, to) };
    const key = toAudienceKey(audience);
    const ids = { questionId: newId(), auditId: newId() };
    const nameKey = toNameKey(audience.name ?? '');
    return graph.atomically(async (tx) => {
      const facts = await tx.write<AudienceFacts>('questions/lock_audience', {
        questionId: ids.questionId,
        userId: audience.userId ?? null,
        teamKey: audience.type === 'team' ? nameKey : null,
        departmentKey: audience.type === 'department' ? nameKey : null,
        weekStart: schedule.fromWeek,
        managersAsk,
      });
      if (!facts?.standing) return fail('UNAUTHENTICATED');
      permit(facts.standing, 'question:manage');
      const audienceName = findAudienceName(audience, facts);
      if (facts.questions >= maxQuestions)
        fail('LIMIT_REACHED', `There are ${maxQuestions} questions, which is the limit.`);
      if (facts.open >= maxAsked) await assertRoom(tx, key, schedule, ids.questionId);
      const created = await tx.write<{ question: Stored }>('questions/create', {
        ...ids,
        ...schedule,
        kind,
        audience: key,
        audienceName,
        userId: audience.userId ?? null,
        isRequired,
        points: body.points ?? null,
        optionCount: options?.length ?? null,
        isSeveral: kind === 'choice' ? (body.isSeveral ?? false) : null,
        content: toContent({ text, low, high, options }),
        values: describe(ids.questionId, { audience: audience.type, kind }),
        now,
      });
      return created ? toQuestion(created.question) : fail('UNAUTHENTICATED');
    });
  },
});

/** @throws {ApiError} LIMIT_REACHED if somebody of the audience would be asked too many questions in a week */
async function assertRoom(
  tx: Pick<Transaction, 'rows'>,
  audience: string,
  schedule: Schedule,
  questionId: string,
): Promise<void> {
  const sets = await tx.rows<{ schedules: Schedule[] }>('questions/find_asked', {
    audience,
    questionId,
    weekStart: schedule.fromWeek,
  });
  const week = findCrowdedWeek(
    sets.map(({ schedules }) => [...schedules, schedule]),
    schedule.fromWeek,
  );
  if (week !== null)
    fail(
      'LIMIT_REACHED',
      `In the week of ${week}, somebody of this audience would be asked more than ${maxAsked} questions.`,
    );
}

const toContent = ({ text, low, high, options }: { [Key in keyof Wording]: Wording[Key] | undefined }): string =>
  JSON.stringify({ text, ...(low && { low }), ...(high && { high }), ...(options && { options }) });

/** What the audit log says: never a text. */
const describe = (questionId: string, more: Record<string, string> = {}) =>
  toAuditValues(Object.entries({ questionId, ...more }).map(([name, after]) => ({ field: name, after })));

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
  async handler({ params: { questionId }, graph, now, newId }) {
    await findQuestion(graph, questionId);
    const ended = await graph.write('questions/end', {
      questionId,
      auditId: newId(),
      values: describe(questionId),
      now,
    });
    if (!ended) await graph.one('access/caller'); // deleted meanwhile
  },
});

export const questions = [askQuestion, listQuestions, readQuestion, changeQuestion, endQuestion];

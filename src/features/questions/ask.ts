// Asking and ending questions: the same for the API and for the command line.
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { toAuditValues } from '../../platform/schema/audit.ts';
import { settings } from '../../platform/settings/settings.ts';
import { findCrowdedWeek, maxAsked, maxQuestions, toWeeks, type Schedule, type Wording } from './rules.ts';
import type { Question, QuestionAudience, QuestionInput } from './schema.ts';

export const managersAsk = settings.managersAsk.default;

/** A question as the queries return it. */
export type Stored = Omit<Question, 'audience' | 'text' | 'low' | 'high' | 'options'> & {
  audience: string;
  audienceName: string | null;
  askedBelow: { id: string } | null;
  wording: string;
  optionCount: number | null;
};
type Access = { standing: Standing; question: Stored | null };

/** Null fields are those that a question of its kind does not have. */
export function toQuestion({
  audience,
  audienceName,
  askedBelow,
  wording,
  optionCount: _count,
  ...stored
}: Stored): Question {
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

/**
 * Finds a question that the caller may change; the operator may change any.
 *
 * @throws {ApiError} QUESTION_NOT_FOUND, FORBIDDEN
 */
export async function findQuestion(graph: Graph, questionId: string, asOperator = false): Promise<Stored> {
  const { standing, question } = await graph.one<Access>('questions/read', { questionId, managersAsk });
  if (!asOperator) permit(standing, 'question:manage');
  return question ?? failNotFoundOrForbidden(graph, 'QUESTION_NOT_FOUND', questionId);
}

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
  standing: Standing | null;
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

/** Who changes questions, and when. `newId` returns the same ids when a transaction is repeated. */
export type Asking = { now: string; newId: () => string; asOperator?: boolean };

/**
 * Asks a question, in a transaction that takes the tenant's lock. The operator needs no permission.
 *
 * @throws {ApiError} VALIDATION_ERROR, USER_NOT_FOUND, LIMIT_REACHED, FORBIDDEN, UNAUTHENTICATED; nothing was written then
 */
export async function ask(
  tx: Transaction,
  body: QuestionInput,
  { now, newId, asOperator = false }: Asking,
): Promise<Question> {
  assertFits(body);
  const { kind, text, low, high, options, audience, frequency, everyWeeks = null, isRequired, from, to } = body;
  const schedule: Schedule = { frequency, everyWeeks, ...toWeeks(from, to) };
  const key = toAudienceKey(audience);
  const ids = { questionId: newId(), auditId: newId() };
  const nameKey = toNameKey(audience.name ?? '');
  const facts = await tx.write<AudienceFacts>('questions/lock_audience', {
    questionId: ids.questionId,
    userId: audience.userId ?? null,
    teamKey: audience.type === 'team' ? nameKey : null,
    departmentKey: audience.type === 'department' ? nameKey : null,
    weekStart: schedule.fromWeek,
    managersAsk,
  });
  if (!facts) return fail('UNAUTHENTICATED');
  if (!asOperator) permit(facts.standing ?? fail('UNAUTHENTICATED'), 'question:manage');
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
    asOperator,
    now,
  });
  return created ? toQuestion(created.question) : fail('UNAUTHENTICATED');
}

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

export const toContent = ({ text, low, high, options }: { [Key in keyof Wording]: Wording[Key] | undefined }): string =>
  JSON.stringify({ text, ...(low && { low }), ...(high && { high }), ...(options && { options }) });

/** What the audit log says: never a text. */
export const describe = (questionId: string, more: Record<string, string> = {}) =>
  toAuditValues(Object.entries({ questionId, ...more }).map(([name, after]) => ({ field: name, after })));

/**
 * Ends a question; one that nobody has answered is deleted. The operator needs no permission.
 *
 * @throws {ApiError} QUESTION_NOT_FOUND, FORBIDDEN
 */
export async function end(graph: Graph, questionId: string, { now, newId, asOperator = false }: Asking): Promise<void> {
  await findQuestion(graph, questionId, asOperator);
  const change = { questionId, auditId: newId(), values: describe(questionId), now };
  const ended = await graph.write('questions/end', change);
  if (!ended && !asOperator) await graph.one('access/caller'); // deleted meanwhile
}

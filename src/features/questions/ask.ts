// Asking and ending questions: the same for the API and for the command line.
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { ApiError, fail, failInvalid } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import type { UserRef } from '../../platform/schema/people.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { toAuditValues } from '../../platform/schema/audit.ts';
import { resolveSettings, settings, type TenantSettings } from '../../platform/settings/settings.ts';
import { addWeeks, getCurrentMonday, toMonday } from '../../platform/time/weeks.ts';
import { toWeeks, type Planned, type Schedule, type Wording } from './rules.ts';
import type { Question, QuestionAudience, QuestionInput } from './schema.ts';
import { addTo, assertRoom, countOpen, findCrowded, type Counts, type OpenQuestion } from './shares.ts';

export const managersAsk = settings.managersAsk.default;

/** A question as the queries return it. */
export type Stored = Omit<Question, 'audience' | 'askedBelow' | 'text' | 'low' | 'high' | 'options'> & {
  audience: string;
  audienceName: string | null;
  askedBelow: UserRef | null;
  /** The wording as JSON, and the ids of its options in their order: null or absent if they are their places. */
  words: { content: string; optionIds?: number[] | null };
  optionCount: number | null;
};
/** `standing`: towards the head of its audience. `changing`: towards the manager who asked it. */
type Access = { standing: Standing; changing: Standing; question: Stored | null };

/** Null fields are those that a question of its kind does not have. */
export function toQuestion({
  audience,
  audienceName,
  askedBelow,
  words,
  optionCount: _count,
  ...stored
}: Stored): Question {
  const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as typeof stored;
  const type = audience.split(':')[0] as QuestionAudience['type'];
  return {
    ...given,
    ...(JSON.parse(words.content) as Wording),
    audience: {
      type,
      ...(audienceName !== null && { name: audienceName }),
      ...(askedBelow && { userId: askedBelow.id }),
    },
    ...(askedBelow && { askedBelow }),
  };
}

/**
 * Finds a question that the caller may read.
 *
 * @throws {ApiError} QUESTION_NOT_FOUND, FORBIDDEN
 */
export async function findQuestion(graph: Graph, questionId: string, now: string): Promise<Stored> {
  const { standing, question } = await graph.one<Access>('questions/read', { questionId, managersAsk, now });
  permit(standing, 'question:manage');
  return question ?? failNotFoundOrForbidden(graph, 'QUESTION_NOT_FOUND', questionId);
}

/**
 * Finds a question that the caller may change; the operator may change any.
 *
 * @throws {ApiError} QUESTION_NOT_FOUND, FORBIDDEN
 */
export async function findToChange(
  graph: Graph,
  questionId: string,
  { now, asOperator = false }: Pick<Asking, 'now' | 'asOperator'>,
): Promise<Stored> {
  const { changing, question } = await graph.one<Access>('questions/read', { questionId, managersAsk, now });
  if (!asOperator) permit(changing, 'question:change');
  return question ?? failNotFoundOrForbidden(graph, 'QUESTION_NOT_FOUND', questionId);
}

/** A question with what its body may leave out. */
type CompleteInput = QuestionInput & Required<Pick<QuestionInput, 'frequency' | 'isRequired' | 'from'>>;

/** Adds the defaults. @param monday the first week of a question that names none */
const complete = (body: QuestionInput, monday: string): CompleteInput => ({
  ...body,
  frequency: body.frequency ?? 'weekly',
  isRequired: body.isRequired ?? false,
  from: body.from ?? monday,
});

/** Refuses what does not belong together, without the database. @throws {ApiError} VALIDATION_ERROR */
function assertFits({
  kind,
  low,
  high,
  options,
  points,
  lowest,
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
  only(kind === 'scale', 'lowest', lowest, false);
  only(kind === 'scale', 'low', low, false);
  only(kind === 'scale', 'high', high, false);
  only(kind === 'choice', 'options', options, true);
  only(kind === 'choice', 'isSeveral', isSeveral, false);
  if ((frequency === 'every_n_weeks') !== (everyWeeks !== undefined))
    faults.push(['/everyWeeks', 'everyWeeks belongs to the frequency every_n_weeks, which needs it.']);
  if (to !== undefined && from !== undefined && to < from) faults.push(['/to', 'to must not be before from.']);
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

/** What the organisation knows of an audience. */
type AudienceFacts = {
  levelsAbove: number | null;
  isPartner: boolean | null;
  headFound: boolean;
  hasPeople: boolean;
  teamName: string | null;
  departmentName: string | null;
};
type Facts = {
  /** False for a caller who may ask nobody; then the lock is not held, and nothing was counted. */
  mayAsk: boolean;
  standing: Standing | null;
  tenant: TenantSettings;
  rows: AudienceFacts[];
  stored: Counts;
  open: OpenQuestion[];
};

/** Returns the name as the organisation writes it. @throws {ApiError} if there is no such audience */
function findAudienceName({ type, name, userId }: QuestionAudience, facts: AudienceFacts): string | null {
  if (type === 'below' && !facts.headFound) fail('USER_NOT_FOUND');
  if (type === 'below' && !facts.hasPeople)
    failInvalid([{ pointer: '/audience/userId', message: 'Nobody is below this person, so nobody would be asked.' }]);
  if (type === 'tenant' || type === 'below') return null;
  const found = type === 'team' ? facts.teamName : facts.departmentName;
  return (
    found ??
    failInvalid([{ pointer: '/audience/name', message: `There is no ${type} ${JSON.stringify(name ?? userId)}.` }])
  );
}

/** Who changes questions, and when. `newId` returns the same ids when a transaction is repeated. */
export type Asking = { now: string; newId: () => string; asOperator?: boolean };

/** A question that is to be asked: `id` and `auditId` are new. */
type Draft = { body: CompleteInput; id: string; auditId: string; schedule: Required<Schedule>; planned: Planned };

/**
 * Asks a question, in a transaction that takes the tenant's lock. The operator needs no permission.
 *
 * @throws {ApiError} VALIDATION_ERROR, USER_NOT_FOUND, LIMIT_REACHED, FORBIDDEN, UNAUTHENTICATED; nothing was written then
 */
export async function ask(tx: Transaction, body: QuestionInput, asking: Asking): Promise<Question> {
  const { asked, refused } = await askAll(tx, [body], asking);
  if (refused[0]) throw refused[0];
  return asked[0] ?? fail('UNAUTHENTICATED');
}

/**
 * Asks questions as `ask` does, all of them or none; each counts those before it. Three queries, however many there are.
 *
 * @returns the questions in their order; or for each question why it is refused, or null, and then nothing was written
 * @throws {ApiError} FORBIDDEN, UNAUTHENTICATED
 */
export async function askAll(
  tx: Transaction,
  inputs: readonly QuestionInput[],
  { now, newId, asOperator = false }: Asking,
): Promise<{ asked: Question[]; refused: (ApiError | null)[] }> {
  // What a body alone says is wrong costs no query.
  const misfits = inputs.map((input) => toRefusal(() => assertFits(input)) ?? null);
  if (misfits.every((one) => one !== null)) return { asked: [], refused: misfits };
  const ids = inputs.map(() => ({ id: newId(), auditId: newId() }));
  // In which week a tenant is, its time zone decides: last week is not earlier than this one.
  const earliestMonday = addWeeks(toMonday(now.slice(0, 10)), -2);
  const facts = await tx.write<Facts>('questions/lock_audiences', {
    now,
    rows: inputs.map(({ audience: { type, name = '', userId = null } }) => ({
      userId,
      teamKey: type === 'team' ? toNameKey(name) : null,
      departmentKey: type === 'department' ? toNameKey(name) : null,
    })),
    questionIds: ids.map(({ id }) => id),
    weekStart: earliestMonday,
    managersAsk,
    asOperator,
    permittedRoles: rolesThatHold('question:manage'),
  });
  if (!facts || (!asOperator && !facts.standing)) return fail('UNAUTHENTICATED');
  const currentMonday = getCurrentMonday(now, resolveSettings(facts.tenant).timezone);
  const asksAnybody = rolesThatHold('question:manage').some((role) => facts.standing?.roles.includes(role));
  /** A partner asks the people of their part for the company. */
  const byOf = (at: number) =>
    asOperator ? 'operator' : asksAnybody || facts.rows[at]?.isPartner ? 'company' : ('manager' as const);
  const drafts = inputs.map((input, at): Draft => {
    const body = complete(input, currentMonday);
    const { audience, frequency, everyWeeks = null, from, to } = body;
    const schedule = { frequency, everyWeeks, ...toWeeks(from, to) };
    const planned = { ...schedule, audience: toAudienceKey(audience), isOfManager: byOf(at) === 'manager' };
    return { body, ...(ids[at] as { id: string; auditId: string }), schedule, planned };
  });
  const counts = { open: countOpen(facts.open), stored: facts.stored };
  const names = drafts.map(({ body }, at) =>
    toRefusal(() => {
      assertFits(body);
      const about = facts.rows[at] as AudienceFacts;
      const { levelsAbove, isPartner } = about;
      const standing = {
        ...(facts.standing as Standing),
        isPartner: isPartner === true,
        ...(typeof levelsAbove === 'number' && { levelsAbove }),
      };
      if (!asOperator) permit(standing, 'question:manage');
      assertRoom({ open: addTo(counts.open, at), stored: addTo(counts.stored, at) }, byOf(at));
      return findAudienceName(body.audience, about);
    }),
  );
  const sound = drafts.filter((_, at) => !(names[at] instanceof ApiError));
  const crowded = await findCrowded(tx, sound, facts.open, addWeeks(currentMonday, -1));
  const refused = drafts.map((draft, at) => {
    const name = names[at];
    return name instanceof ApiError ? name : (crowded.get(draft) ?? null);
  });
  if (refused.some((one) => one !== null)) return { asked: [], refused };
  if (!facts.mayAsk) return fail('FORBIDDEN');
  const rows = drafts.map(({ body, id, auditId, schedule, planned }, at) => ({
    ...schedule,
    questionId: id,
    auditId,
    kind: body.kind,
    audience: planned.audience,
    isOfManager: planned.isOfManager,
    audienceName: names[at] as string | null,
    userId: body.audience.userId ?? null,
    isRequired: body.isRequired,
    points: body.points ?? null,
    lowest: body.lowest ?? null,
    optionCount: body.options?.length ?? null,
    isSeveral: body.kind === 'choice' ? (body.isSeveral ?? false) : null,
    content: toContent(body),
    values: describe(id, { audience: body.audience.type, kind: body.kind }),
    createdAt: new Date(Date.parse(now) + at).toISOString(), // questions come in the order of their creation
  }));
  const created = await tx.write<{ questions: Stored[] }>('questions/create', { rows, asOperator, now });
  return created ? { asked: created.questions.map(toQuestion), refused } : fail('UNAUTHENTICATED');
}

/** What the work returns, or why it refuses a question; FORBIDDEN refuses all. */
function toRefusal<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'FORBIDDEN') return error;
    throw error;
  }
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
  await findToChange(graph, questionId, { now, asOperator });
  const change = { questionId, auditId: newId(), values: describe(questionId), now };
  const ended = await graph.write('questions/end', change);
  if (!ended && !asOperator) await graph.one('access/caller'); // deleted meanwhile
}

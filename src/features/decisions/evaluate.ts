// Answers whether a user may do something with a resource. Facts come from the graph, never from the request.
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import type { AccessEntity, Decision } from './schema.ts';
import { toUuid } from '../../platform/schema/validation.ts';
import { decide, type Facts } from './decide.ts';
import { assertMaySee, inView, type Line } from './decision-line.ts';
import { findPermission, listActions, type ResourceType } from './vocabulary.ts';

export type Question = {
  subject: AccessEntity;
  action: { name: string };
  resource: AccessEntity;
  line: Line;
};

/** Who asks: `isTrusted` may ask about anyone of the tenant; users need the permission. */
export type Requester = { isTrusted: boolean };

/** A row of a query that answers a question; `standing` is the caller's towards the subject, null for services. */
export type FactsForRequester<T> = T & { standing: Standing | null };

/**
 * Returns the function that decides a question; an equal one is decided once. Questions of one tick share a statement. A
 * denial for want of a place above is decided twice.
 *
 * @returns a function that throws {ApiError} FORBIDDEN if the requester may not ask about the subject
 */
export function createEvaluator(graph: Graph, requester: Requester): (question: Question) => Promise<Decision> {
  const decisions = new Map<string, Promise<Decision>>();
  const decideOnce = async (question: Question): Promise<Decision> => {
    const facts = await loadFacts(graph, requester, question);
    return decide(facts, findPermission(question.resource.type, question.action.name));
  };
  const decideTwice = async (question: Question): Promise<Decision> => {
    const first = await decideOnce(question);
    return mayBeMoving(first) ? decideOnce(question) : first;
  };
  return (question) => {
    const key = JSON.stringify(question);
    let decision = decisions.get(key);
    if (!decision) decisions.set(key, (decision = decideTwice(question)));
    return decision;
  };
}

/**
 * Lists the actions that the subject may do with the resource, in the order of the vocabulary.
 *
 * @throws {ApiError} FORBIDDEN if the requester may not ask about the subject
 */
export async function listPermittedActions(
  graph: Graph,
  requester: Requester,
  question: Omit<Question, 'action'>,
): Promise<string[]> {
  const actions = listActions(question.resource.type);
  const decideAll = async (): Promise<[name: string, decided: Decision][]> => {
    const facts = await loadFacts(graph, requester, question);
    return actions.map(([name, permission]) => [name, decide(facts, permission)]);
  };
  const first = await decideAll();
  const decided = first.some(([, each]) => mayBeMoving(each)) ? await decideAll() : first;
  return decided.filter(([, { decision }]) => decision).map(([name]) => name);
}

/** A statement may find a person under neither manager while a move is being committed; such a denial is decided again. */
const mayBeMoving = ({ context }: Decision): boolean => context?.reason === 'not_above';

async function loadFacts(
  graph: Graph,
  requester: Requester,
  { subject, resource, line }: Omit<Question, 'action'>,
): Promise<FactsForRequester<Facts>> {
  const params = { subjectId: toId(subject, 'user'), ...toResourceIds(resource), now: line.now };
  const facts = await graph.one<FactsForRequester<Facts>>(...inView('decisions/facts', line, params));
  assertMayAsk(requester, facts, line);
  return facts;
}

/**
 * @throws {ApiError} FORBIDDEN unless the requester is trusted, asks about themselves or may ask about everyone, and
 *   knows the plan
 */
export function assertMayAsk({ isTrusted }: Requester, { standing }: { standing: Standing | null }, line: Line): void {
  if (!isTrusted) permit(standing ?? fail('FORBIDDEN'), 'access:evaluate');
  assertMaySee(line, isTrusted, standing);
}

/** The id of an entity of this type; null if it is of another type, or no id that the graph could have. */
export function toId({ type, id }: AccessEntity, wanted: string): string | null {
  return type === wanted ? toUuid(id) : null;
}

/** `$userId`, `$summaryId` …: the id of the resource, and null for each other type. */
export function toResourceIds(resource: AccessEntity): Record<`${ResourceType}Id`, string | null> {
  return {
    userId: toId(resource, 'user'),
    summaryId: toId(resource, 'summary'),
    goalId: toId(resource, 'goal'),
    notificationId: toId(resource, 'notification'),
  };
}

// Access decisions for other applications (AuthZEN Authorization API 1.0): one evaluation, or several at once.
import { evaluate, type Requester, type Question } from '../decisions/evaluate.ts';
import { toView } from '../decisions/view.ts';
import { ApiError, failInvalid } from '../errors.ts';
import { compileFaultFinder } from '../http/validation.ts';
import { Decision, Decisions, Evaluation, Evaluations } from '../model/index.ts';
import { defineEndpoint } from './endpoint.ts';

/** What the endpoints of access decisions have in common. */
export const decisionEndpoint = {
  method: 'POST',
  safe: true,
  callers: ['user', 'access:evaluate'],
  permission: 'access:evaluate',
  effects: 'Nothing.',
  success: 200,
} as const;

/** Services that may call these endpoints at all may ask about anyone of the tenant. */
export const toRequester = (callerKind: 'user' | 'service'): Requester => ({ isTrusted: callerKind === 'service' });

const evaluateAccess = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/evaluation',
  operationId: 'evaluateAccess',
  summary: 'Decide whether a user may do something with a resource.',
  description:
    'A denial is 200 with `decision: false`, as is a subject, action or resource that does not exist. Unknown fields are ignored.',
  body: Evaluation,
  response: Decision,
  errors: [],
  async handler({ body, graph, callerKind, now }) {
    const [decision] = await evaluate(graph, toRequester(callerKind), [toQuestion(body, now)]);
    return decision as Decision;
  },
});

const evaluateAccesses = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/evaluations',
  operationId: 'evaluateAccesses',
  summary: 'Decide about several evaluations.',
  description:
    'What an evaluation leaves out is taken from the request, whole. An evaluation with a fault is denied in its place. ' +
    '`deny_on_first_deny` and `permit_on_first_permit` end the list with the first denial or permission.',
  body: Evaluations,
  response: Decisions,
  errors: [],
  async handler({ body: { evaluations = [], options, ...defaults }, graph, callerKind, now }) {
    const requester = toRequester(callerKind);
    if (evaluations.length === 0) {
      const [decision] = await evaluate(graph, requester, [parseQuestion(defaults, now)]);
      return decision as Decision;
    }
    const items = evaluations.map((item) => toItem(item, defaults, now));
    const decided = await evaluate(
      graph,
      requester,
      items.flatMap((item) => ('question' in item ? [item.question] : [])),
    );
    const decisions = items.map((item) => ('question' in item ? (decided.shift() as Decision) : item.denial));
    return { evaluations: endAt(decisions, endingDecisions[options?.evaluations_semantic ?? 'execute_all']) };
  },
});

const findFaultsOfOne = compileFaultFinder(Evaluation, 'the evaluation');

/** @throws {ApiError} VALIDATION_ERROR */
function parseQuestion(value: unknown, now: string): Question {
  const faults = findFaultsOfOne(value);
  if (faults.length > 0) failInvalid(faults);
  return toQuestion(value as Evaluation, now);
}

/** @throws {ApiError} VALIDATION_ERROR if the context names no line */
function toQuestion({ subject, action, resource, context }: Evaluation, now: string): Question {
  return { subject, action, resource, view: toView(context, now) };
}

const endingDecisions = { execute_all: null, deny_on_first_deny: false, permit_on_first_permit: true };

/** An evaluation with the defaults of its request, or its denial if it has a fault. */
function toItem(item: unknown, defaults: object, now: string): { question: Question } | { denial: Decision } {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  try {
    return { question: parseQuestion(isObject ? { ...defaults, ...item } : item, now) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message } = error;
    return { denial: { decision: false, context: { error: { status, message } } } };
  }
}

/** The decisions up to the first one of this kind; all of them for null. */
function endAt(decisions: Decision[], ending: boolean | null): Decision[] {
  const last = decisions.findIndex(({ decision }) => decision === ending);
  return last < 0 ? decisions : decisions.slice(0, last + 1);
}

export const decisions = [evaluateAccess, evaluateAccesses];

// Access decisions for other applications (AuthZEN Authorization API 1.0): one evaluation, or several at once.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import { createEvaluator, type Requester, type Question } from './evaluate.ts';
import { toLine } from './decision-line.ts';
import { ApiError, failInvalid } from '../../platform/errors.ts';
import { compileFaultFinder } from '../../platform/schema/validation.ts';
import { Decision, Decisions, Evaluation, Evaluations, maxEvaluations } from './schema.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

/** What the endpoints of access decisions have in common. */
export const decisionEndpoint = {
  method: 'POST',
  safe: true,
  callers: ['user', 'access:evaluate'],
  permission: 'access:evaluate',
  alsoDecides: ['plan:manage'],
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
  async handler({ body, graph, callerKind, now }) {
    return createEvaluator(graph, toRequester(callerKind))(toQuestion(body, now));
  },
});

const evaluateAccesses = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/evaluations',
  operationId: 'evaluateAccesses',
  isHeavy: true,
  summary: 'Decide about several evaluations.',
  description:
    'What an evaluation leaves out is taken from the request, whole. An evaluation with a fault is denied in its place. ' +
    '`deny_on_first_deny` and `permit_on_first_permit` end the list with the first denial or permission. ' +
    'Each evaluation counts as a request.',
  body: Evaluations,
  response: Decisions,
  async handler({ body: { evaluations = [], options, ...defaults }, graph, callerKind, now, countFurther }) {
    const evaluate = createEvaluator(graph, toRequester(callerKind));
    if (evaluations.length === 0) return evaluate(parseQuestion(defaults, now));
    if (evaluations.length > maxEvaluations[callerKind])
      failInvalid([
        {
          pointer: '/evaluations',
          message: `evaluations must NOT have more than ${maxEvaluations[callerKind]} items.`,
        },
      ]);
    await countFurther(evaluations.length - 1);
    const ending = endingDecisions[options?.evaluations_semantic ?? 'execute_all'];
    const decisions: Decision[] = [];
    for (const slice of splitIntoBatches(evaluations, evaluationsAtOnce)) {
      const decided = slice.map(async (evaluation) => {
        const item = toItem(evaluation, defaults, now);
        return 'question' in item ? evaluate(item.question) : item.denial;
      });
      decisions.push(...(await Promise.all(decided)));
      const last = decisions.findIndex(({ decision }) => decision === ending);
      if (last >= 0) return { evaluations: decisions.slice(0, last + 1) };
    }
    return { evaluations: decisions };
  },
});

/** With so few, one request takes a small part of what the database does at a time. */
const evaluationsAtOnce = 32;
const findFaultsOfOne = compileFaultFinder(Evaluation, 'the evaluation');

/** @throws {ApiError} VALIDATION_ERROR */
function parseQuestion(value: unknown, now: string): Question {
  const faults = findFaultsOfOne(value);
  if (faults.length > 0) failInvalid(faults);
  return toQuestion(value as Evaluation, now);
}

/** @throws {ApiError} VALIDATION_ERROR if the context names no line */
function toQuestion({ subject, action, resource, context }: Evaluation, now: string): Question {
  return { subject, action, resource, line: toLine(context, now) };
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

export const decisions = [evaluateAccess, evaluateAccesses];

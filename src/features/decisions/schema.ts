// Access decisions, in the shapes of the AuthZEN Authorization API 1.0. Requests may have further fields, which are ignored.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from '../../platform/schema/examples.ts';
import {
  field,
  Instant,
  openEnum,
  stringEnum,
  unchecked,
  withName,
  RoleName,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

/** Evaluations in a request of a service, and of a user. */
export const maxEvaluations = { service: 1_000, user: 100 };
/** Any text may be asked about. */
const Word = Type.String({ maxLength: 10_000 });
const properties = optionalField(Type.Object({}), 'Ignored; facts are read from the graph', {});

/** A subject (always a user) or a resource. Ids that are no UUID are ids of nothing. */
export const AccessEntity = withName(
  'AccessEntity',
  Type.Object({
    type: field(Word, 'Type of the entity: `user`, `summary`, `goal` or `notification`', 'user'),
    id: field(Word, 'Id of the entity, a UUID', exampleIds.manager),
    properties,
  }),
);
export type AccessEntity = Static<typeof AccessEntity>;

const AccessAction = withName(
  'AccessAction',
  Type.Object({
    name: field(Word, 'Name of the action', 'summary:read'),
    properties,
  }),
);

const AccessContext = withName(
  'AccessContext',
  Type.Object({
    asOf: optionalField(
      Instant,
      'Time whose reporting line decides; roles are the current ones',
      '2026-11-01T00:00:00Z',
    ),
    plan: optionalField(
      Word,
      'Id of a plan; decides as if it were applied. Not together with `asOf`; requires a service or `plan:manage`',
      exampleIds.orgPlan,
    ),
  }),
);
export type AccessContext = Static<typeof AccessContext>;

const subject = field(AccessEntity, 'The user whose access is evaluated', { type: 'user', id: exampleIds.manager });
const action = field(AccessAction, 'The action to evaluate', { name: 'summary:read' });
const resource = field(AccessEntity, 'The resource to evaluate', { type: 'summary', id: exampleIds.summary });
const context = optionalField(AccessContext, 'Context of the evaluation', {});

/** The fields that requests have in common. */
export const questionFields = { subject, action, resource, context, properties };

export const Evaluation = withName('Evaluation', Type.Object({ subject, action, resource, context }));
export type Evaluation = Static<typeof Evaluation>;

/** One of several evaluations: what it leaves out is taken from the request, whole. */
const EvaluationItem = withName(
  'EvaluationItem',
  Type.Object({
    subject: Type.Optional(subject),
    action: Type.Optional(action),
    resource: Type.Optional(resource),
    context,
  }),
);

const Semantic = withName(
  'EvaluationsSemantic',
  stringEnum('execute_all', 'deny_on_first_deny', 'permit_on_first_permit'),
);

export const Evaluations = withName(
  'Evaluations',
  Type.Object({
    subject: Type.Optional(subject),
    action: Type.Optional(action),
    resource: Type.Optional(resource),
    context,
    evaluations: optionalField(
      Type.Array(unchecked(EvaluationItem), { maxItems: maxEvaluations.service }),
      `Evaluations, at most ${maxEvaluations.user} from a user; if absent or empty, the request is a single evaluation`,
      [{ resource: { type: 'summary', id: exampleIds.summary } }, { action: { name: 'summary:edit' } }],
    ),
    options: optionalField(
      withName(
        'EvaluationsOptions',
        Type.Object({
          evaluations_semantic: optionalField(Semantic, 'When to stop evaluating'),
        }),
      ),
      'Options of the evaluations',
    ),
  }),
);

const DecisionError = namedObject('DecisionError', {
  status: field(Type.Integer(), 'Status of a request with this evaluation alone', 400),
  message: field(Type.String(), 'Description of the fault', 'the evaluation must have the field resource.'),
});

const DecisionContext = namedObject('DecisionContext', {
  rule: optionalField(
    withName('DecisionRule', openEnum('self', 'above', 'role', 'deputy', 'partner')),
    'Reason of a permission: the subject is the owner, is above the owner, has a role, is the deputy of somebody above, or is the partner of a part of the company with the owner',
    'above',
  ),
  role: optionalField(RoleName, 'Role that permits, alone or with the position above the owner', 'people_team'),
  onBehalfOf: optionalField(Uuid, 'Of a deputy: the manager, from whom levels and path count', exampleIds.colleague),
  partId: optionalField(Uuid, 'Of a partner: the part of the company', exampleIds.part),
  levels: optionalField(Type.Integer(), 'Levels between the owner and the subject', 1),
  path: optionalField(Type.Array(Uuid), 'The users from the subject down to the owner', [
    exampleIds.manager,
    exampleIds.employee,
  ]),
  reason: optionalField(
    withName('DenialReason', openEnum('not_self', 'not_above', 'role_missing', 'inactive', 'unknown')),
    'Reason of a denial: only the owner may act; the subject is not above the owner, lacks a role or is deactivated; or the subject, action or resource does not exist',
    'not_above',
  ),
  orgRevision: optionalField(Type.Integer(), 'Revision of the org chart used', 12),
  error: optionalField(DecisionError, 'Fault of the evaluation, which is denied', {
    status: 400,
    message: 'the evaluation must have the field resource.',
  }),
});
export type DecisionContext = Static<typeof DecisionContext>;

const exampleGrant = { rule: 'above', levels: 1, path: [exampleIds.manager, exampleIds.employee], orgRevision: 12 };

export const Decision = namedObject('Decision', {
  decision: field(Type.Boolean(), 'Whether the action is permitted', true),
  context: optionalField(DecisionContext, 'Why', exampleGrant),
});
export type Decision = Static<typeof Decision>;

export const Decisions = namedObject('Decisions', {
  evaluations: optionalField(
    Type.Array(Decision),
    'Decisions in the order of the evaluations, up to the one at which they stopped',
    [
      { decision: true, context: exampleGrant },
      { decision: false, context: { reason: 'not_self', orgRevision: 12 } },
    ],
  ),
  decision: optionalField(Type.Boolean(), 'Context of a single decision', true),
  context: optionalField(DecisionContext, 'Context of a single decision', exampleGrant),
});
export type Decisions = Static<typeof Decisions>;

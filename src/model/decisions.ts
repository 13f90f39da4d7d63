// Access decisions, in the shapes of the AuthZEN Authorization API 1.0. Requests may have further fields, which are ignored.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from './examples.ts';
import { field, strictObject, stringEnum, unchecked, withName, RoleName, Uuid } from './values.ts';

const properties = Type.Optional(
  field(Type.Object({}), 'Ignored: facts come from the graph, never from the request', {}),
);

/** A subject (always a user) or a resource. Ids that are no UUID are ids of nothing. */
export const AccessEntity = withName(
  'AccessEntity',
  Type.Object({
    type: field(Type.String(), '`user`, `summary`, `goal` or `notification`', 'user'),
    id: field(Type.String(), 'Its id; a UUID', exampleIds.manager),
    properties,
  }),
);
export type AccessEntity = Static<typeof AccessEntity>;

const AccessAction = withName(
  'AccessAction',
  Type.Object({
    name: field(Type.String(), 'What the subject would do with the resource', 'summary:read'),
    properties,
  }),
);

const AccessContext = withName(
  'AccessContext',
  Type.Object({
    asOf: Type.Optional(
      field(
        Type.String({ format: 'date-time' }),
        'Decides along the reporting line of that time. Roles are those of today',
        '2026-11-01T00:00:00Z',
      ),
    ),
    plan: Type.Optional(
      field(
        Type.String(),
        'Decides as if this plan were applied, instead of asOf; for services and for those who make plans',
        exampleIds.orgPlan,
      ),
    ),
  }),
);
export type AccessContext = Static<typeof AccessContext>;

const subject = field(AccessEntity, 'Who would act: a user', { type: 'user', id: exampleIds.manager });
const action = field(AccessAction, 'What they would do', { name: 'summary:read' });
const resource = field(AccessEntity, 'What they would do it with', { type: 'summary', id: exampleIds.summary });
const context = Type.Optional(field(AccessContext, 'The circumstances', {}));

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
    evaluations: Type.Optional(
      field(
        Type.Array(unchecked(EvaluationItem)),
        'Without it, or if it is empty, the request is a single evaluation',
        [{ resource: { type: 'summary', id: exampleIds.summary } }, { action: { name: 'summary:edit' } }],
      ),
    ),
    options: Type.Optional(
      field(
        withName(
          'EvaluationsOptions',
          Type.Object({
            evaluations_semantic: Type.Optional(field(Semantic, 'After which decision the evaluations end')),
          }),
        ),
        'How they are evaluated',
      ),
    ),
  }),
);

const DecisionError = withName(
  'DecisionError',
  Type.Object(
    {
      status: field(Type.Integer(), 'The status that a request of this evaluation alone would have', 400),
      message: field(Type.String(), 'What is wrong with it', 'the evaluation must have the field resource.'),
    },
    strictObject,
  ),
);

const DecisionContext = withName(
  'DecisionContext',
  Type.Object(
    {
      rule: Type.Optional(
        field(
          withName('DecisionRule', stringEnum('self', 'above', 'role')),
          'Why it is permitted: the subject is the owner, stands above the owner, or has a role',
          'above',
        ),
      ),
      role: Type.Optional(field(RoleName, 'The role that it takes, also together with the place above', 'people_team')),
      levels: Type.Optional(field(Type.Integer(), 'How many levels the subject stands above the owner', 1)),
      path: Type.Optional(
        field(Type.Array(Uuid), 'The users from the subject down to the owner', [
          exampleIds.manager,
          exampleIds.employee,
        ]),
      ),
      reason: Type.Optional(
        field(
          withName('DenialReason', stringEnum('not_self', 'not_above', 'role_missing', 'inactive', 'unknown')),
          'Why it is denied: only the owner may, the subject is not above the owner, lacks a role or is deactivated; or subject, action or resource do not exist',
          'not_above',
        ),
      ),
      orgRevision: Type.Optional(field(Type.Integer(), 'The revision of the org chart that was read', 12)),
      error: Type.Optional(
        field(DecisionError, 'A fault of this evaluation, which is therefore denied', {
          status: 400,
          message: 'the evaluation must have the field resource.',
        }),
      ),
    },
    strictObject,
  ),
);
export type DecisionContext = Static<typeof DecisionContext>;

const exampleGrant = { rule: 'above', levels: 1, path: [exampleIds.manager, exampleIds.employee], orgRevision: 12 };

export const Decision = withName(
  'Decision',
  Type.Object(
    {
      decision: field(Type.Boolean(), 'Whether it is permitted', true),
      context: Type.Optional(field(DecisionContext, 'Why', exampleGrant)),
    },
    strictObject,
  ),
);
export type Decision = Static<typeof Decision>;

export const Decisions = withName(
  'Decisions',
  Type.Object(
    {
      evaluations: Type.Optional(
        field(Type.Array(Decision), 'In the order of the evaluations, up to the one that ended them', [
          { decision: true, context: exampleGrant },
          { decision: false, context: { reason: 'not_self', orgRevision: 12 } },
        ]),
      ),
      decision: Type.Optional(field(Type.Boolean(), 'Of a single evaluation', true)),
      context: Type.Optional(field(DecisionContext, 'Of a single evaluation', exampleGrant)),
    },
    strictObject,
  ),
);
export type Decisions = Static<typeof Decisions>;

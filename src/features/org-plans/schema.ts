// Schemas of reorganisation plans: a plan, its moves, what it would change.
import { Type, type Static } from '@sinclair/typebox';
import { planFaultTexts } from '../../platform/chart/move-faults.ts';
import { planFaultCodes, planStatuses } from '../../platform/schema/plan-values.ts';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { PermissionName, UserRef } from '../../platform/schema/people.ts';
import {
  CalendarDate,
  field,
  NonBlankText,
  strictObject,
  openEnum,
  stringEnum,
  Timestamp,
  Uuid,
  withName,
  namedObject,
  optionalField,
  Count,
} from '../../platform/schema/values.ts';

export const maxPlanMoves = 100_000;
const nullable = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()]);
const Email = Type.String({ format: 'text', minLength: 3, maxLength: 254 });

const PlanMoveInput = namedObject('PlanMoveInput', {
  userId: optionalField(Uuid, 'Id of the person to move; alternative to `email`', exampleIds.employee),
  email: optionalField(Email, 'E-mail address of the person to move; alternative to `userId`'),
  managerId: optionalField(
    nullable(Uuid),
    'Id of the new manager, null for the top of the chart; alternative to `managerEmail`',
    exampleIds.manager,
  ),
  managerEmail: optionalField(nullable(Email), 'E-mail address of the new manager, null for the top of the chart'),
});
export type PlanMoveInput = Static<typeof PlanMoveInput>;

const Moves = field(
  Type.Array(PlanMoveInput, { minItems: 1, maxItems: maxPlanMoves }),
  'Moves of the plan; each person at most once',
  [{ userId: exampleIds.employee, managerId: exampleIds.manager }],
);
const PlanName = field({ ...NonBlankText, maxLength: 200 }, 'Name of the plan', 'Payments becomes two teams');
const EffectiveOn = field(
  CalendarDate,
  'Day on which the plan is applied, at 00:00 in the time zone of the tenant',
  '2026-12-01',
);

export const OrgPlanInput = namedObject('OrgPlanInput', {
  name: PlanName,
  effectiveOn: Type.Optional(EffectiveOn),
  moves: Moves,
});
export const OrgPlanMoves = namedObject('OrgPlanMoves', { moves: Moves });
export const OrgPlanRejection = namedObject('OrgPlanRejection', {
  reason: field({ ...NonBlankText, maxLength: 2_000 }, 'Reason of the rejection', 'Ask the teams first.'),
});

const PlanStatusName = withName('OrgPlanStatus', openEnum(...planStatuses));
const PlanFaultRow = namedObject('OrgPlanFault', {
  userId: optionalField(Uuid, 'Id of the person to move, or of the author or approver', exampleIds.employee),
  code: field(
    openEnum(...planFaultCodes),
    `What is wrong: the person ${planFaultCodes.map((code) => `${planFaultTexts[code]} (${code})`).join(', ')}`,
  ),
});

/** A plan without its moves. */
export const OrgPlan = namedObject('OrgPlan', {
  id: field(Uuid, 'Id of the plan', exampleIds.orgPlan),
  name: PlanName,
  status: field(PlanStatusName, 'Status of the plan', 'draft'),
  effectiveOn: Type.Optional(EffectiveOn),
  moveCount: field(Count, 'Number of moves', 1),
  baseRevision: field(Count, 'Revision of the chart against which the moves were written', 17),
  version: field(Count, 'Version of the plan; incremented on each change', 1),
  author: optionalField(UserRef, 'Author of the moves; absent if written on the command line', examplePeople.manager),
  approvedBy: optionalField(UserRef, 'Person who approved the plan', examplePeople.colleague),
  reason: optionalField(Type.String(), 'Reason of the last rejection', 'Ask the teams first.'),
  faults: optionalField(Type.Array(PlanFaultRow), 'Faults that blocked the plan; at most fifty'),
  createdAt: field(Timestamp, 'Time of creation'),
  updatedAt: field(Timestamp, 'Time of the last change'),
  appliedAt: optionalField(Timestamp, 'Time of application'),
  appliedBy: optionalField(
    UserRef,
    'Person who applied the plan; absent if its day came, or on the command line',
    examplePeople.manager,
  ),
  undoneAt: optionalField(Timestamp, 'Time of undoing'),
  undoneBy: optionalField(UserRef, 'Person who undid the plan', examplePeople.manager),
});
export type OrgPlan = Static<typeof OrgPlan>;

/** A move of a plan as it was written. */
export const OrgPlanMove = namedObject('OrgPlanMove', {
  user: field(UserRef, 'Person of the move'),
  from: optionalField(UserRef, 'Manager when the plan was written; absent at the top, and once erased'),
  to: optionalField(UserRef, 'Manager of the plan; absent for the top'),
});
export type OrgPlanMove = Static<typeof OrgPlanMove>;

const Structure = namedObject('OrgStructure', {
  people: field(Count, 'Number of active people', 120),
  layers: field(Count, 'Number of levels of the chart', 5),
  managers: field(Count, 'Number of people with direct reports', 18),
  managersWithOneReport: field(Count, 'Number of managers with one direct report', 2),
  meanSpan: field(Type.Number({ minimum: 0 }), 'Mean number of direct reports per manager', 6.6),
  p90Span: field(Type.Number({ minimum: 0 }), '90th percentile of direct reports per manager, interpolated', 9),
});

export const OrgPlanPreview = namedObject('OrgPlanPreview', {
  currentRevision: field(Count, 'Current revision of the chart', 17),
  faults: field(Type.Array(PlanFaultRow), 'Faults that prevent the plan from being applied'),
  sight: field(
    Type.Object(
      {
        viewers: field(
          Type.Array(
            namedObject('OrgPlanViewer', {
              user: field(UserRef, 'Manager whose access changes'),
              gains: field(Count, 'Number of people to whom access is gained', 5),
              loses: field(Count, 'Number of people to whom access is lost', 0),
            }),
          ),
          'Managers whose access changes, most affected people first',
        ),
        partners: field(
          Type.Array(
            namedObject('OrgPlanPartner', {
              user: field(UserRef, 'HR partner whose part of the company changes'),
              gains: field(Count, 'Number of people who come into the part', 12),
              loses: field(Count, 'Number of people who leave the part', 0),
            }),
          ),
          'HR partners of parts below a person, now or later, whose parts change, most affected people first',
        ),
      },
      strictObject,
    ),
    'Changes of access along the reporting line, and of the parts of HR partners',
  ),
  structure: field(
    Type.Object(
      { before: field(Structure, 'Current structure'), after: field(Structure, 'Structure after the moves') },
      strictObject,
    ),
    'Structure of the organisation before and after the plan',
  ),
  openSummaries: field(Count, 'Number of summaries without a response that are handed over to another manager', 2),
  moves: field(
    Type.Array(
      namedObject('OrgPlanPreviewMove', {
        user: field(UserRef, 'Person to move'),
        from: optionalField(UserRef, 'Current manager; absent at the top'),
        to: optionalField(UserRef, 'Manager after the move; absent at the top'),
        below: field(Count, 'Number of active people below; they move along unless the plan moves them', 4),
      }),
    ),
    'Moves in their order',
  ),
});
export type OrgPlanPreview = Static<typeof OrgPlanPreview>;

const line = 'everyone above the person, nearest first';
/** A person whom a viewer begins or ceases to see. */
export const SightChangeRow = namedObject('SightChange', {
  viewer: field(UserRef, 'Person who gains or loses access'),
  person: field(UserRef, 'Person concerned'),
  change: field(stringEnum('gains', 'loses'), 'Change for the viewer', 'gains'),
  permission: field(PermissionName, 'Permission gained or lost', 'summary:read'),
  before: field(Type.Array(UserRef), `Current line: ${line}`),
  after: field(Type.Array(UserRef), `Line after the plan: ${line}`),
});
export type SightChangeRow = Static<typeof SightChangeRow>;

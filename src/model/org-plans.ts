// Schemas of reorganisation plans: a plan, its moves, what it would change.
import { Type, type Static } from '@sinclair/typebox';
import { planFaultCodes, planStatuses } from './plan-values.ts';
import { exampleIds, examplePeople } from './examples.ts';
import { Person, UserRef } from './people.ts';
import { CalendarDate, field, NonBlankText, strictObject, stringEnum, Timestamp, Uuid, withName } from './values.ts';

export const maxPlanMoves = 100_000;
const Count = Type.Integer({ minimum: 0 });
const nullable = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()]);
const Email = Type.String({ format: 'text', minLength: 3, maxLength: 254 });

const PlanMoveInput = withName(
  'PlanMoveInput',
  Type.Object(
    {
      userId: Type.Optional(field(Uuid, 'The person who moves; or give `email`', exampleIds.employee)),
      email: Type.Optional(field(Email, 'E-mail address of the person who moves')),
      managerId: Type.Optional(
        field(
          nullable(Uuid),
          'The new manager, null for the top of the chart; or give `managerEmail`',
          exampleIds.manager,
        ),
      ),
      managerEmail: Type.Optional(field(nullable(Email), 'E-mail address of the new manager, null for the top')),
    },
    strictObject,
  ),
);
export type PlanMoveInput = Static<typeof PlanMoveInput>;

const Moves = field(
  Type.Array(PlanMoveInput, { minItems: 1, maxItems: maxPlanMoves }),
  'Who moves where; each person once',
  [{ userId: exampleIds.employee, managerId: exampleIds.manager }],
);
const PlanName = field({ ...NonBlankText, maxLength: 200 }, 'What it is called', 'Payments becomes two teams');
const EffectiveOn = field(
  CalendarDate,
  'The day on which it is applied, at 00:00 in the tenant’s time zone',
  '2026-12-01',
);

export const OrgPlanInput = withName(
  'OrgPlanInput',
  Type.Object({ name: PlanName, effectiveOn: Type.Optional(EffectiveOn), moves: Moves }, strictObject),
);
export const OrgPlanMoves = withName('OrgPlanMoves', Type.Object({ moves: Moves }, strictObject));
export const OrgPlanRejection = withName(
  'OrgPlanRejection',
  Type.Object(
    { reason: field({ ...NonBlankText, maxLength: 2_000 }, 'Why it goes back to its author', 'Ask the teams first.') },
    strictObject,
  ),
);

const PlanStatusName = withName('OrgPlanStatus', stringEnum(...planStatuses));
const PlanFaultRow = withName(
  'OrgPlanFault',
  Type.Object(
    {
      userId: field(Uuid, 'The person of the move', exampleIds.employee),
      code: field(
        stringEnum(...planFaultCodes),
        'REPORTING_CYCLE: would stand above themselves. USER_NOT_FOUND: the person or the new manager was erased. ' +
          'MANAGER_INACTIVE: the new manager has left. MOVED_SINCE: has another manager than when the plan was written',
      ),
    },
    strictObject,
  ),
);

/** A plan. Its moves are in its preview. */
export const OrgPlan = withName(
  'OrgPlan',
  Type.Object(
    {
      id: field(Uuid, 'Identifies the plan', exampleIds.orgPlan),
      name: PlanName,
      status: field(PlanStatusName, 'Where it stands', 'draft'),
      effectiveOn: Type.Optional(EffectiveOn),
      moveCount: field(Count, 'Number of moves', 1),
      baseRevision: field(Count, 'Revision of the chart against which the moves were written', 17),
      version: field(Count, 'Rises with every change of the plan', 1),
      author: Type.Optional(
        field(Person, 'Who wrote its moves; absent if they came from the command line', examplePeople.manager),
      ),
      approvedBy: Type.Optional(field(Person, 'Who approved it', examplePeople.colleague)),
      reason: Type.Optional(field(Type.String(), 'Why it was rejected last', 'Ask the teams first.')),
      faults: Type.Optional(field(Type.Array(PlanFaultRow), 'Why it was blocked; the first fifty')),
      createdAt: field(Timestamp, 'When it was created'),
      updatedAt: field(Timestamp, 'When it changed last'),
      appliedAt: Type.Optional(field(Timestamp, 'When it was applied')),
    },
    strictObject,
  ),
);
export type OrgPlan = Static<typeof OrgPlan>;

const Structure = withName(
  'OrgStructure',
  Type.Object(
    {
      people: field(Count, 'Active people', 120),
      layers: field(Count, 'Levels from the top to the lowest person', 5),
      managers: field(Count, 'People with direct reports', 18),
      managersWithOneReport: field(Count, 'Managers with a single direct report', 2),
      meanSpan: field(Type.Number({ minimum: 0 }), 'Mean number of direct reports of a manager', 6.6),
      p90Span: field(
        Type.Number({ minimum: 0 }),
        '90th percentile of the direct reports of a manager, interpolated',
        9,
      ),
    },
    strictObject,
  ),
);

export const OrgPlanPreview = withName(
  'OrgPlanPreview',
  Type.Object(
    {
      currentRevision: field(Count, 'Revision of the chart at present', 17),
      faults: field(Type.Array(PlanFaultRow), 'What prevents the plan from being applied'),
      moves: field(
        Type.Array(
          withName(
            'OrgPlanMove',
            Type.Object(
              {
                user: field(UserRef, 'Who moves'),
                from: Type.Optional(field(UserRef, 'The manager at present; absent at the top')),
                to: Type.Optional(field(UserRef, 'The manager after it; absent at the top')),
                below: field(Count, 'Active people below at present; they move along unless moved too', 4),
              },
              strictObject,
            ),
          ),
        ),
        'The moves in their order',
      ),
      sight: field(
        Type.Object(
          {
            viewers: field(
              Type.Array(
                withName(
                  'OrgPlanViewer',
                  Type.Object(
                    {
                      user: field(UserRef, 'Who sees others along the line'),
                      gains: field(Count, 'Number of people they begin to see', 5),
                      loses: field(Count, 'Number of people they no longer see', 0),
                    },
                    strictObject,
                  ),
                ),
              ),
              'Everyone whose sight changes, most people first',
            ),
          },
          strictObject,
        ),
        'Who gains and who loses sight of others along the line',
      ),
      structure: field(
        Type.Object(
          { before: field(Structure, 'At present'), after: field(Structure, 'After the moves') },
          strictObject,
        ),
        'The organisation before and after',
      ),
    },
    strictObject,
  ),
);
export type OrgPlanPreview = Static<typeof OrgPlanPreview>;

const line = 'everyone above the person, nearest first';
/** A person whom a viewer begins or ceases to see. */
export const SightChangeRow = withName(
  'SightChange',
  Type.Object(
    {
      viewer: field(UserRef, 'Who sees the person, or no longer does'),
      person: field(UserRef, 'Who is seen'),
      change: field(stringEnum('gains', 'loses'), 'What happens to the viewer', 'gains'),
      permission: field(Type.String(), 'The permission that the viewer gains or loses', 'summary:read'),
      before: field(Type.Array(Person), `The line at present: ${line}`),
      after: field(Type.Array(Person), `The line after it: ${line}`),
    },
    strictObject,
  ),
);
export type SightChangeRow = Static<typeof SightChangeRow>;

// Goals: set, changed and moved by their owner on a board of three weeks; and who has set none.
import { Type } from '@sinclair/typebox';
import { missing, permit, permitReport, seeAll, seeDepartments, type Standing } from '../access.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  Board,
  CalendarDate,
  Goal,
  GoalChange,
  GoalInput,
  NonSetterRow,
  TargetWeek,
  Uuid,
  type Person,
} from '../model/index.ts';
import { columnsOf, isReadOnly, targetMonday } from '../rules/board.ts';
import { settingsOf, type Settings } from '../rules/settings.ts';
import { thisWeek, weeksAround } from '../rules/weeks.ts';

const GoalPath = Type.Object({ goalId: Uuid });

type Tenant = Partial<Settings>;
const weekOf = (tenant: Tenant, now: string): string => thisWeek(now, settingsOf(tenant).timezone);

const createGoal = endpoint({
  method: 'POST',
  path: '/goals',
  summary: 'Set a goal for this or next week.',
  body: GoalInput,
  success: 201,
  response: Goal,
  errors: [],
  async handler({ body: { targetWeek, description = null, ...given }, graph, now, newId }) {
    const { tenant } = await graph.one<{ tenant: Tenant }>('access/caller');
    const weekStart = targetMonday(targetWeek, weekOf(tenant, now));
    const goal = { ...given, description, weekStart, goalId: newId(), now };
    const made = await graph.write<{ goal: Goal }>('goals/create', goal);
    return made?.goal ?? fail('UNAUTHENTICATED');
  },
});

const editGoal = endpoint({
  method: 'PATCH',
  path: '/goals/{goalId}',
  summary: 'Change the title, description, type or status of an own goal.',
  params: GoalPath,
  body: GoalChange,
  success: 200,
  response: Goal,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, body, graph, now }) {
    await findChangeable(graph, goalId, now);
    const { title = null, description = null, type = null, status = null } = body;
    const saved = await graph.write<{ goal: Goal }>('goals/edit', { goalId, title, description, type, status, now });
    return saved?.goal ?? fail('GOAL_NOT_FOUND');
  },
});

const moveGoal = endpoint({
  method: 'PATCH',
  path: '/goals/{goalId}/move',
  summary: 'Move an own goal between This Week and Next Week.',
  params: GoalPath,
  body: Type.Object({ targetWeek: TargetWeek }, { additionalProperties: false }),
  success: 200,
  response: Goal,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, body: { targetWeek }, graph, now }) {
    const monday = await findChangeable(graph, goalId, now);
    const moved = await graph.write<{ goal: Goal }>('goals/move', {
      goalId,
      weekStart: targetMonday(targetWeek, monday),
    });
    return moved?.goal ?? fail('GOAL_NOT_FOUND');
  },
});

/** Finds a goal that the caller may change now, and says what week it is. */
async function findChangeable(graph: Graph, goalId: string, now: string): Promise<string> {
  const { standing, tenant, goal } = await graph.one<FoundGoal>('goals/read', { goalId });
  if (!goal) return missing(graph, 'GOAL_NOT_FOUND', goalId);
  permit(standing, 'goal:edit');
  const monday = weekOf(tenant, now);
  if (isReadOnly(goal, monday)) fail('COLUMN_READ_ONLY');
  return monday;
}
type FoundGoal = { standing: Standing; tenant: Tenant; goal: { weekStart: string } | null };

const readBoard = endpoint({
  method: 'GET',
  path: '/goals/board',
  summary: "The three-column board of a user, the caller's own unless one is named.",
  query: Type.Object({ userId: Type.Optional(Uuid) }, { additionalProperties: false }),
  success: 200,
  response: Board,
  errors: [],
  async handler({ query: { userId = null }, graph, now }) {
    const found = await graph.one<FoundBoard>('goals/board', { userId, ...weeksAround(now) });
    if (!found.owner) return fail('FORBIDDEN');
    permit(found.standing, 'board:read');
    const viewerIsOwner = found.standing.hops === 0;
    return { owner: found.owner, viewerIsOwner, ...columnsOf(found.goals, weekOf(found.tenant, now)) };
  },
});
type FoundBoard = { standing: Standing; tenant: Tenant; owner: Person | null; goals: Goal[] };

const nonSetters = endpoint({
  method: 'GET',
  path: '/goals/reports/non-setters',
  summary: 'Who in sight has set no goal for a week, the current one unless a date of another is given.',
  query: Type.Object({ period: Type.Optional(CalendarDate) }, { additionalProperties: false }),
  success: 200,
  response: Type.Object(
    { period: CalendarDate, groupedByDepartment: Type.Optional(Type.Boolean()), rows: Type.Array(NonSetterRow) },
    { additionalProperties: false },
  ),
  errors: [],
  async handler({ query: { period = null }, graph, now }) {
    const asked = { period, now, seeAll: seeAll('non-setters:read'), seeDepartments };
    const { head, rows } = await graph.list<NonSetters, NonSetterRow>('goals/non_setters', asked, ({ standing }) =>
      permitReport(standing, 'non-setters:read'),
    );
    const groupedByDepartment = head.standing.roles.some((role) => seeDepartments.includes(role));
    return { period: head.period, groupedByDepartment, rows };
  },
});
type NonSetters = { standing: Standing; period: string };

export const goals = [createGoal, editGoal, moveGoal, readBoard, nonSetters];

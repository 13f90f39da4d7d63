// Goals: create, edit and move own goals; the board of three weeks; the report of people without goals.
import { Type } from '@sinclair/typebox';
import {
  failNotFoundOrForbidden,
  permit,
  permitReport,
  rolesWithTenantScope,
  rolesWithDepartmentGroups,
  type Standing,
} from '../access.ts';
import { failMissedWrite } from '../caller-graph.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import {
  Board,
  CalendarDate,
  Goal,
  GoalChange,
  GoalInput,
  GoalStatus,
  NonSetterRow,
  TargetWeek,
  Uuid,
  type Person,
} from '../model/index.ts';
import { groupByColumn, isReadOnly, targetMonday } from '../rules/board.ts';
import { resolveSettings, type Settings } from '../rules/settings.ts';
import { getCurrentMonday, getWeekRange, toWeekRange } from '../rules/weeks.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, type Positioned } from './list.ts';

const GoalPath = Type.Object({ goalId: Uuid });

type Tenant = Partial<Settings>;
const getWeek = (tenant: Tenant, now: string): string => getCurrentMonday(now, resolveSettings(tenant).timezone);

const createGoal = defineEndpoint({
  method: 'POST',
  path: '/goals',
  summary: 'Set a goal for this or next week.',
  body: GoalInput,
  success: 201,
  response: Goal,
  errors: [],
  async handler({ body: { targetWeek, description = null, ...fields }, graph, now, newId }) {
    const { tenant } = await graph.one<{ tenant: Tenant }>('access/caller');
    const weekStart = targetMonday(targetWeek, getWeek(tenant, now));
    const goal = { ...fields, description, weekStart, goalId: newId(), now };
    const created = await graph.write<{ goal: Goal }>('goals/create', goal);
    return created?.goal ?? failMissedWrite(graph, 'UNAUTHENTICATED');
  },
});

const editGoal = defineEndpoint({
  method: 'PATCH',
  path: '/goals/{goalId}',
  summary: 'Change the title, description, type or status of an own goal.',
  params: GoalPath,
  body: GoalChange,
  success: 200,
  response: Goal,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, body, graph, now }) {
    await findEditableGoal(graph, goalId, now);
    const { title = null, description = null, type = null, status = null } = body;
    const updated = await graph.write<{ goal: Goal }>('goals/edit', { goalId, title, description, type, status, now });
    return updated?.goal ?? failMissedWrite(graph, 'GOAL_NOT_FOUND');
  },
});

const moveGoal = defineEndpoint({
  method: 'PATCH',
  path: '/goals/{goalId}/move',
  summary: 'Move an own goal between This Week and Next Week.',
  params: GoalPath,
  body: Type.Object({ targetWeek: TargetWeek }, { additionalProperties: false }),
  success: 200,
  response: Goal,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, body: { targetWeek }, graph, now }) {
    const monday = await findEditableGoal(graph, goalId, now);
    const updated = await graph.write<{ goal: Goal }>('goals/move', {
      goalId,
      weekStart: targetMonday(targetWeek, monday),
    });
    return updated?.goal ?? failMissedWrite(graph, 'GOAL_NOT_FOUND');
  },
});

/** Loads a goal that the caller may change. Returns the Monday of the current week. */
async function findEditableGoal(graph: Graph, goalId: string, now: string): Promise<string> {
  const { standing, tenant, goal } = await graph.one<GoalAccess>('goals/read', { goalId });
  if (!goal) return failNotFoundOrForbidden(graph, 'GOAL_NOT_FOUND', goalId);
  permit(standing, 'goal:edit');
  const monday = getWeek(tenant, now);
  if (isReadOnly(goal, monday)) fail('COLUMN_READ_ONLY');
  return monday;
}
type GoalAccess = { standing: Standing; tenant: Tenant; goal: Goal | null };

const readGoal = defineEndpoint({
  method: 'GET',
  path: '/goals/{goalId}',
  summary: 'A goal, for those who may read the board of its owner.',
  params: GoalPath,
  success: 200,
  response: Goal,
  errors: ['GOAL_NOT_FOUND'],
  async handler({ params: { goalId }, graph }) {
    const { standing, goal } = await graph.one<GoalAccess>('goals/read', { goalId });
    if (!goal) return failNotFoundOrForbidden(graph, 'GOAL_NOT_FOUND', goalId);
    permit(standing, 'board:read');
    return goal;
  },
});

const listGoals = defineList({
  path: '/goals',
  summary:
    'Goals of the caller or of a user whose board the caller may read: newest week first, then the newest first.',
  filters: {
    userId: Type.Optional(Uuid),
    weekFrom: Type.Optional(CalendarDate),
    weekTo: Type.Optional(CalendarDate),
    status: Type.Optional(GoalStatus),
  },
  item: Goal,
  errors: ['USER_NOT_FOUND'],
  async load({ query: { userId = null, status = null, ...weeks }, graph }, page) {
    type Goals = { standing: Standing; userFound: boolean; items: Positioned<Goal>[] };
    const filters = { userId, status, ...toWeekRange(weeks) };
    const { standing, userFound, items } = await graph.one<Goals>('goals/list', { ...filters, ...page });
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId ?? '');
    permit(standing, 'board:read');
    return items;
  },
});

const readBoard = defineEndpoint({
  method: 'GET',
  path: '/goals/board',
  summary: "The three-column board of a user, the caller's own unless one is named.",
  query: Type.Object({ userId: Type.Optional(Uuid) }, { additionalProperties: false }),
  success: 200,
  response: Board,
  errors: [],
  async handler({ query: { userId = null }, graph, now }) {
    const board = await graph.one<BoardAccess>('goals/board', { userId, ...getWeekRange(now) });
    if (!board.owner) return fail('FORBIDDEN');
    permit(board.standing, 'board:read');
    const viewerIsOwner = board.standing.levelsAbove === 0;
    return { owner: board.owner, viewerIsOwner, ...groupByColumn(board.goals, getWeek(board.tenant, now)) };
  },
});
type BoardAccess = { standing: Standing; tenant: Tenant; owner: Person | null; goals: Goal[] };

const nonSetters = defineEndpoint({
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
    const params = {
      period,
      now,
      rolesWithTenantScope: rolesWithTenantScope('non-setters:read'),
      rolesGroupedByDepartment: rolesWithDepartmentGroups,
    };
    const { head, rows } = await graph.list<NonSettersHead, NonSetterRow>('goals/non_setters', params);
    permitReport(head.standing, 'non-setters:read');
    const groupedByDepartment = head.standing.roles.some((role) => rolesWithDepartmentGroups.includes(role));
    return { period: head.period, groupedByDepartment, rows };
  },
});
type NonSettersHead = { standing: Standing; period: string };

export const goals = [createGoal, listGoals, readGoal, editGoal, moveGoal, readBoard, nonSetters];

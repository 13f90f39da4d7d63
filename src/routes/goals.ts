// Goals: create, edit, move and delete own goals; lists of goals; the board of three weeks.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden, permit, type Standing } from '../access.ts';
import { failMissedWrite } from '../caller-graph.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import {
  Board,
  CalendarDate,
  Goal,
  GoalChange,
  GoalInput,
  GoalMove,
  GoalStatus,
  Nothing,
  Uuid,
  exampleIds,
  field,
  strictObject,
  type Person,
} from '../model/index.ts';
import { groupByColumn, isReadOnly, targetMonday } from '../rules/board.ts';
import { resolveSettings, type Settings } from '../rules/settings.ts';
import { addWeeks, getCurrentMonday, getWeekRange, toMonday, toWeekRange } from '../rules/weeks.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, type Positioned } from './list.ts';

const GoalPath = Type.Object({ goalId: field(Uuid, 'The goal', exampleIds.goal) });

type Tenant = Partial<Settings>;
const getWeek = (tenant: Tenant, now: string): string => getCurrentMonday(now, resolveSettings(tenant).timezone);

type GoalAccess = { standing: Standing; tenant: Tenant; goal: Goal | null };

const readGoal = defineEndpoint({
  method: 'GET',
  path: '/goals/{goalId}',
  operationId: 'getGoal',
  summary: 'Get a goal.',
  permission: 'board:read',
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

const goalResource: Endpoint['resource'] = {
  read: readGoal,
  lock: (graph, { goalId }) => graph.write('goals/lock', { goalId }),
};

const createGoal = defineEndpoint({
  method: 'POST',
  path: '/goals',
  operationId: 'createGoal',
  summary: 'Create a goal for this or next week.',
  effects: 'Stores the goal.',
  body: GoalInput,
  success: 201,
  response: Goal,
  resource: goalResource,
  errors: [],
  location: ({ id }) => `/goals/${id}`,
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
  operationId: 'updateGoal',
  summary: 'Edit an own goal.',
  description: 'Absent fields stay as they are.',
  effects: 'Changes title, description, type and status.',
  permission: 'goal:edit',
  params: GoalPath,
  body: GoalChange,
  success: 200,
  response: Goal,
  resource: goalResource,
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
  operationId: 'moveGoal',
  summary: 'Move an own goal to this or next week.',
  effects: 'Changes the week of the goal.',
  permission: 'goal:edit',
  params: GoalPath,
  body: GoalMove,
  success: 200,
  response: Goal,
  resource: goalResource,
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

const deleteGoal = defineEndpoint({
  method: 'DELETE',
  path: '/goals/{goalId}',
  operationId: 'deleteGoal',
  summary: 'Delete a goal of this or next week.',
  effects: 'Deletes the goal.',
  permission: 'goal:edit',
  params: GoalPath,
  success: 204,
  resource: goalResource,
  response: Nothing,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, graph, now }) {
    await findEditableGoal(graph, goalId, now);
    const deleted = await graph.write('goals/delete', { goalId });
    if (!deleted) await graph.one('access/caller'); // deleted meanwhile
    return null;
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

const listGoals = defineList({
  path: '/goals',
  operationId: 'listGoals',
  summary: 'List the goals of a user.',
  description: 'Newest week first, then the newest first.',
  permission: 'board:read',
  filters: {
    userId: Type.Optional(field(Uuid, 'Whose goals; default: the caller', exampleIds.employee)),
    weekFrom: Type.Optional(field(CalendarDate, 'Any day of the first week', '2026-10-05')),
    weekTo: Type.Optional(field(CalendarDate, 'Any day of the last week')),
    status: Type.Optional(field(GoalStatus, 'Only goals with this status')),
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
  operationId: 'getBoard',
  summary: 'Get the three columns of a board.',
  description: 'The current week with the one before and the one after, or the week of a given date.',
  permission: 'board:read',
  query: Type.Object(
    {
      userId: Type.Optional(field(Uuid, 'Whose board; default: the caller', exampleIds.employee)),
      week: Type.Optional(field(CalendarDate, 'Any day of the week in the column This; default: today')),
    },
    strictObject,
  ),
  success: 200,
  response: Board,
  errors: [],
  async handler({ query: { userId = null, week }, graph, now }) {
    const monday = week === undefined ? null : toMonday(week);
    const range = monday === null ? getWeekRange(now) : { from: addWeeks(monday, -1), to: addWeeks(monday, 1) };
    const board = await graph.one<BoardAccess>('goals/board', { userId, ...range });
    if (!board.owner) return fail('FORBIDDEN');
    permit(board.standing, 'board:read');
    const viewerIsOwner = board.standing.levelsAbove === 0;
    const current = getWeek(board.tenant, now);
    return { owner: board.owner, viewerIsOwner, ...groupByColumn(board.goals, monday ?? current, current) };
  },
});
type BoardAccess = { standing: Standing; tenant: Tenant; owner: Person | null; goals: Goal[] };

export const goals = [createGoal, listGoals, readGoal, editGoal, deleteGoal, moveGoal, readBoard];

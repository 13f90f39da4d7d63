// Goals: create, edit, move and delete own goals.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { Goal, GoalChange, GoalInput, GoalMove } from './schema.ts';
import { isLeftOver, isReadOnly, maxGoals, targetMonday } from './rules.ts';
import { getWeekOf, type TenantSettings } from '../../platform/settings/settings.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const tooManyGoals = `You have ${maxGoals} goals in that week, which is the limit.`;
type GoalAccess = { standing: Standing; tenant: TenantSettings; goal: Goal | null; copyId: string | null };

const readGoal = defineEndpoint({
  method: 'GET',
  path: '/goals/{goalId}',
  operationId: 'getGoal',
  summary: 'Get a goal.',
  permission: 'board:read',
  response: Goal,
  errors: ['GOAL_NOT_FOUND'],
  async handler({ params: { goalId }, graph, now }) {
    const { standing, goal } = await graph.one<GoalAccess>('goals/read', { goalId, now });
    if (!goal) return failNotFoundOrForbidden(graph, 'GOAL_NOT_FOUND', goalId);
    permit(standing, 'board:read');
    return goal;
  },
});

const goalResource: Endpoint['resource'] = {
  read: readGoal,
  lock: (graph, { goalId = '' }) => graph.write('goals/lock', { goalId }),
};

const createGoal = defineEndpoint({
  method: 'POST',
  path: '/goals',
  operationId: 'createGoal',
  tool: { link: '/goals/{id}' },
  summary: 'Create a goal for this or next week.',
  effects: 'Stores the goal.',
  audit: { none: "The caller's own." },
  body: GoalInput,
  success: 201,
  response: Goal,
  resource: goalResource,
  errors: ['LIMIT_REACHED'],
  location: ({ id }) => goalPath(id),
  async handler({ body: { targetWeek, description = null, ...fields }, graph, now, newId }) {
    const { tenant } = await graph.one<{ tenant: TenantSettings }>('access/caller');
    const weekStart = targetMonday(targetWeek, getWeekOf(tenant, now));
    const goal = { ...fields, description, weekStart, goalId: newId(), copyOf: null, maxGoals, now };
    const created = await graph.write<{ goal: Goal }>('goals/create', goal);
    return created?.goal ?? failMissedWrite(graph, 'LIMIT_REACHED', tooManyGoals);
  },
});

const editGoal = defineEndpoint({
  method: 'PATCH',
  path: '/goals/{goalId}',
  operationId: 'updateGoal',
  tool: { link: '/goals/{id}' },
  summary: 'Edit an own goal.',
  description: 'Absent fields stay as they are; null clears the description.',
  effects: 'Changes title, description, type and status.',
  audit: { none: "The caller's own." },
  permission: 'goal:edit',
  body: GoalChange,
  response: Goal,
  resource: goalResource,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, body, graph, now, newId }) {
    await findEditableGoal(graph, goalId, now);
    const { title = null, description = null, type = null, status = null } = body;
    const setsDescription = body.description !== undefined;
    const change = { goalId, title, description, setsDescription, type, status, changeId: newId(), now };
    const updated = await graph.write<{ goal: Goal }>('goals/edit', change);
    return updated?.goal ?? failMissedWrite(graph, 'GOAL_NOT_FOUND');
  },
});

const moveGoal = defineEndpoint({
  method: 'PATCH',
  path: '/goals/{goalId}/move',
  operationId: 'moveGoal',
  tool: { link: '/goals/{id}' },
  summary: 'Move an own goal to this or next week.',
  effects: 'Changes the week of the goal.',
  audit: { none: "The caller's own." },
  permission: 'goal:edit',
  body: GoalMove,
  response: Goal,
  resource: goalResource,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY', 'LIMIT_REACHED'],
  async handler({ params: { goalId }, body: { targetWeek }, graph, now, newId }) {
    const monday = await findEditableGoal(graph, goalId, now);
    const weekStart = targetMonday(targetWeek, monday);
    const move = { goalId, weekStart, maxGoals, changeId: newId(), now };
    const moved = await graph.write<{ goal: Goal; isFull: boolean }>('goals/move', move);
    if (moved?.isFull) fail('LIMIT_REACHED', tooManyGoals);
    return moved?.goal ?? failMissedWrite(graph, 'GOAL_NOT_FOUND');
  },
});

const copyGoal = defineEndpoint({
  method: 'POST',
  path: '/goals/{goalId}/copy',
  operationId: 'copyGoal',
  summary: 'Copy an unfinished goal of a past week to this week.',
  description: 'Once, unless the copy is deleted. The goal of the past week stays as it is.',
  effects: 'Stores a goal with the same title, description and type.',
  audit: { none: "The caller's own." },
  permission: 'goal:edit',
  success: 201,
  response: Goal,
  resource: goalResource,
  errors: ['GOAL_NOT_FOUND', 'GOAL_NOT_LEFT_OVER', 'GOAL_COPIED', 'LIMIT_REACHED'],
  location: ({ id }) => goalPath(id),
  async handler({ params: { goalId }, graph, now, newId }) {
    const { goal, copyId, monday } = await findOwnGoal(graph, goalId, now);
    if (copyId !== null) fail('GOAL_COPIED', undefined, { location: goalPath(copyId) });
    if (!isLeftOver(goal, monday)) fail('GOAL_NOT_LEFT_OVER');
    const { title, description = null, type } = goal;
    const copy = { title, description, type, weekStart: monday, goalId: newId(), copyOf: goalId, maxGoals, now };
    const created = await graph.write<{ goal: Goal }>('goals/create', copy, 'GOAL_COPIED');
    return created?.goal ?? failMissedWrite(graph, 'LIMIT_REACHED', tooManyGoals);
  },
});

const deleteGoal = defineEndpoint({
  method: 'DELETE',
  path: '/goals/{goalId}',
  operationId: 'deleteGoal',
  summary: 'Delete a goal of this or next week.',
  effects: 'Deletes the goal.',
  audit: { none: "The caller's own." },
  permission: 'goal:edit',
  resource: goalResource,
  errors: ['GOAL_NOT_FOUND', 'COLUMN_READ_ONLY'],
  async handler({ params: { goalId }, graph, now }) {
    await findEditableGoal(graph, goalId, now);
    const deleted = await graph.write('goals/delete', { goalId, now });
    if (!deleted) await graph.one('access/caller'); // deleted meanwhile
  },
});

/** Loads a goal of the caller with the Monday of the current week. */
async function findOwnGoal(graph: Graph, goalId: string, now: string) {
  const { standing, tenant, goal, copyId } = await graph.one<GoalAccess>('goals/read', { goalId, now });
  if (!goal) return failNotFoundOrForbidden(graph, 'GOAL_NOT_FOUND', goalId);
  permit(standing, 'goal:edit');
  return { goal, copyId, monday: getWeekOf(tenant, now) };
}

/** Checks that the caller may change a goal. Returns the Monday of the current week. */
async function findEditableGoal(graph: Graph, goalId: string, now: string): Promise<string> {
  const { goal, monday } = await findOwnGoal(graph, goalId, now);
  if (isReadOnly(goal, monday)) fail('COLUMN_READ_ONLY');
  return monday;
}

function goalPath(goalId: string): string {
  return `/goals/${goalId}`;
}

export const goals = [createGoal, readGoal, editGoal, deleteGoal, moveGoal, copyGoal];

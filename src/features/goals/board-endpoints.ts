// Lists of goals, and the board of three weeks.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { Board, Goal, GoalStatus } from './schema.ts';
import { CalendarDate, Uuid, strictObject, optionalField } from '../../platform/schema/values.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import type { UserRef } from '../../platform/schema/people.ts';
import { groupByColumn, isLeftOver } from './rules.ts';
import { getWeekOf, type TenantSettings } from '../../platform/settings/settings.ts';
import { addWeeks, getWeekRange, toMonday, toWeekRange } from '../../platform/time/weeks.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';

const listGoals = defineList({
  path: '/goals',
  operationId: 'listGoals',
  summary: 'List the goals of a user.',
  description: 'Newest week first, then the newest first.',
  permission: 'board:read',
  filters: {
    userId: optionalField(Uuid, 'Whose goals; default: the caller', exampleIds.employee),
    weekFrom: optionalField(CalendarDate, 'Any day of the first week', '2026-10-05'),
    weekTo: optionalField(CalendarDate, 'Any day of the last week'),
    status: optionalField(GoalStatus, 'Only goals with this status'),
  },
  item: Goal,
  errors: ['USER_NOT_FOUND'],
  async load({ query: { userId = null, status = null, ...weeks }, graph, now }, page) {
    type Goals = { standing: Standing; userFound: boolean; items: Positioned<Goal>[] };
    const filters = { userId, status, ...toWeekRange(weeks) };
    const { standing, userFound, items } = await graph.one<Goals>('goals/list', { ...filters, ...page, now });
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId ?? '');
    permit(standing, 'board:read');
    return items;
  },
});

const readBoard = defineEndpoint({
  method: 'GET',
  path: '/goals/board',
  operationId: 'getBoard',
  tool: { link: '/goals/board?userId={owner.id}' },
  summary: 'Get the three columns of a board.',
  description: 'The current week with the one before and the one after, or the week of a given date.',
  permission: 'board:read',
  query: Type.Object(
    {
      userId: optionalField(Uuid, 'Whose board; default: the caller', exampleIds.employee),
      week: optionalField(CalendarDate, 'Any day of the week in the column This; default: today'),
    },
    strictObject,
  ),
  response: Board,
  async handler({ query: { userId = null, week }, graph, now }) {
    const monday = week === undefined ? null : toMonday(week);
    const range = monday === null ? getWeekRange(now) : { from: addWeeks(monday, -1), to: addWeeks(monday, 1) };
    const board = await graph.one<BoardAccess>('goals/board', { userId, ...range, now });
    if (!board.owner) return fail('FORBIDDEN'); // also an id that exists nowhere: DECISIONS.md, cross-tenant ids
    permit(board.standing, 'board:read');
    const viewerIsOwner = board.standing.levelsAbove === 0;
    const current = getWeekOf(board.tenant, now);
    const goals = board.goals.map(({ isCopied, ...goal }) =>
      viewerIsOwner && !isCopied && isLeftOver(goal, current) ? { ...goal, canCopy: true } : goal,
    );
    return { owner: board.owner, viewerIsOwner, ...groupByColumn(goals, monday ?? current, current) };
  },
});
type BoardAccess = { standing: Standing; tenant: TenantSettings; owner: UserRef | null; goals: StoredGoal[] };
type StoredGoal = Goal & { isCopied: boolean };

export const goalBoard = [listGoals, readBoard];

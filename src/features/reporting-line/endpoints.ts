// Reporting line: set a user's manager, list the people below a user and the managers above.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph, Rows } from '../../platform/graph/client.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import { ManagerAssignment, ManagerChange, ManagerPeriod, UserRef } from '../../platform/schema/people.ts';
import { gainedSight, sightParams } from './gained-sight.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';
import { readUser } from '../people/endpoints.ts';

const setManager = defineEndpoint({
  method: 'PUT',
  path: '/admin/org-chart/users/{userId}/manager',
  operationId: 'setManager',
  summary: "Set or change a user's manager.",
  effects:
    'Everyone below the user moves along. Access checks follow the new line from the next request on. The user and the former ' +
    'manager are told.',
  audit: 'reporting-line.move',
  permission: 'manager:set',
  body: ManagerChange,
  response: ManagerAssignment,
  resource: {
    read: readUser,
    lock: (graph) => graph.write('reporting-line/lock', { permittedRoles: rolesThatHold('manager:set') }),
  },
  errors: ['USER_NOT_FOUND', 'MANAGER_NOT_FOUND', 'REPORTING_CYCLE', 'SECOND_ADMIN'],
  async handler({ params: { userId }, body: { managerId }, graph, now, newId }) {
    const permittedRoles = rolesThatHold('manager:set');
    const move = { userId, managerId, permittedRoles, auditId: newId(), now, ...sightParams() };
    const outcome = await graph.write<MoveOutcome>('reporting-line/set_manager', move);
    if (!outcome) return fail('INTERNAL');
    permit(outcome.standing, 'manager:set');
    if (!outcome.user) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    if (!outcome.managerFound) return failNotFoundOrForbidden(graph, 'MANAGER_NOT_FOUND', managerId);
    if (!outcome.managerActive) fail('MANAGER_NOT_FOUND');
    if (outcome.cycle) fail('REPORTING_CYCLE');
    if (outcome.needsSecond) fail('SECOND_ADMIN', gainedSight);
    return { user: outcome.user, managerId };
  },
});
/** The move was made, or needed none, if it is permitted, all are found and there is no cycle. */
type MoveOutcome = {
  standing: Standing;
  user: UserRef | null;
  managerFound: boolean;
  managerActive: boolean;
  cycle: boolean;
  needsSecond: boolean;
};

const chain = defineEndpoint({
  method: 'GET',
  path: '/org/users/{userId}/chain',
  operationId: 'listChain',
  tool: { link: '/users/{id}' },
  isHeavy: true,
  summary: 'List everyone below a user.',
  description: 'At any depth: nearest first, then by name.',
  permission: 'chain:read',
  response: Type.Array(UserRef),
  errors: ['USER_NOT_FOUND'],
  handler: ({ params, graph, now }) => readAbout<UserRef>(graph, 'reporting-line/chain', { ...params, now }),
});

const directReports = defineEndpoint({
  method: 'GET',
  path: '/org/users/{userId}/direct-reports',
  operationId: 'listDirectReports',
  summary: 'List who reports to a user directly.',
  description: 'By name.',
  permission: 'chain:read',
  response: Type.Array(UserRef),
  errors: ['USER_NOT_FOUND'],
  handler: ({ params, graph, now }) => readAbout<UserRef>(graph, 'reporting-line/direct_reports', { ...params, now }),
});

const managerHistory = defineEndpoint({
  method: 'GET',
  path: '/org/users/{userId}/manager-history',
  operationId: 'listManagerHistory',
  summary: "List a user's managers over time.",
  description:
    'Newest first, including managers who have left. A time without a manager, or with one whose data was erased, is left out.',
  permission: 'chain:read',
  response: Type.Array(ManagerPeriod),
  errors: ['USER_NOT_FOUND'],
  handler: ({ params, graph, now }) =>
    readAbout<ManagerPeriod>(graph, 'reporting-line/manager_history', { ...params, now }),
});

/** Runs a list query about a user. */
async function readAbout<T>(graph: Graph, ...call: Call): Promise<Rows<T>> {
  type Heading = { standing: Standing; userFound: boolean };
  const { head, rows } = await graph.list<Heading, T>(...call);
  if (!head.userFound) fail('USER_NOT_FOUND');
  permit(head.standing, 'chain:read');
  return rows;
}

const managers = defineList({
  path: '/org/users/{userId}/managers',
  operationId: 'listManagers',
  summary: 'List the active managers above a user.',
  description: 'Nearest first.',
  permission: 'chain:read',
  item: UserRef,
  errors: ['USER_NOT_FOUND'],
  async load({ params: { userId }, graph, now }, page) {
    type Managers = { standing: Standing; userFound: boolean; items: Positioned<UserRef>[] };
    const { standing, userFound, items } = await graph.one<Managers>('reporting-line/managers', {
      userId,
      ...page,
      now,
    });
    if (!userFound) fail('USER_NOT_FOUND');
    permit(standing, 'chain:read');
    return items;
  },
});

export const reportingLine = [setManager, chain, directReports, managers, managerHistory];

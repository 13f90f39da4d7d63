// Reporting line: set a user's manager, list the people below a user.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden, permit, type Standing } from '../access.ts';
import { fail } from '../errors.ts';
import type { Graph, Rows } from '../graph/client.ts';
import { UserRef, Uuid } from '../model/index.ts';
import { defineEndpoint } from './endpoint.ts';

const UserPath = Type.Object({ userId: Uuid });

const setManager = defineEndpoint({
  method: 'PUT',
  path: '/admin/org-chart/users/{userId}/manager',
  summary: "Set or change a user's manager; everyone below the user moves along.",
  params: UserPath,
  body: Type.Object({ managerId: Uuid }, { additionalProperties: false }),
  success: 200,
  response: Type.Object({ user: UserRef, managerId: Uuid }, { additionalProperties: false }),
  errors: ['USER_NOT_FOUND', 'MANAGER_NOT_FOUND', 'REPORTING_CYCLE'],
  async handler({ params: { userId }, body: { managerId }, graph, now, newId }) {
    const access = await graph.one<MoveAccess>('reporting-line/find_move', { userId, managerId });
    permit(access.standing, 'manager:set');
    if (!access.userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    if (!access.managerFound) return failNotFoundOrForbidden(graph, 'MANAGER_NOT_FOUND', managerId);
    if (!access.managerActive) fail('MANAGER_NOT_FOUND');
    const move = { userId, managerId, auditId: newId(), now };
    const outcome = await graph.write<MoveOutcome>('reporting-line/set_manager', move);
    if (!outcome) return fail('USER_NOT_FOUND');
    if (!outcome.managerFound) fail('MANAGER_NOT_FOUND');
    if (outcome.cycle) fail('REPORTING_CYCLE');
    return { user: outcome.user, managerId };
  },
});
type MoveAccess = { standing: Standing; userFound: boolean; managerFound: boolean; managerActive: boolean };
type MoveOutcome = { managerFound: boolean; cycle: boolean; user: UserRef };

const chain = defineEndpoint({
  method: 'GET',
  path: '/org/users/{userId}/chain',
  summary: 'Everyone below a user, at any depth: nearest first, then by name.',
  params: UserPath,
  success: 200,
  response: Type.Array(UserRef),
  errors: ['USER_NOT_FOUND'],
  handler: ({ params, graph }) => peopleBelow(graph, 'reporting-line/chain', params.userId),
});

const directReports = defineEndpoint({
  method: 'GET',
  path: '/org/users/{userId}/direct-reports',
  summary: 'The people who report to a user directly, by name.',
  params: UserPath,
  success: 200,
  response: Type.Array(UserRef),
  errors: ['USER_NOT_FOUND'],
  handler: ({ params, graph }) => peopleBelow(graph, 'reporting-line/direct_reports', params.userId),
});

async function peopleBelow(graph: Graph, query: string, userId: string): Promise<Rows<UserRef>> {
  type Heading = { standing: Standing; userFound: boolean };
  const { head, rows } = await graph.list<Heading, UserRef>(query, { userId });
  if (!head.userFound) fail('USER_NOT_FOUND');
  permit(head.standing, 'chain:read');
  return rows;
}

export const reportingLine = [setManager, chain, directReports];

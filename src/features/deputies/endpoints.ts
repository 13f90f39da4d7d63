// Deputies: who acts for a manager while they are away. The includes `places` and `heads` say from which places they read.
import { type Static } from '@sinclair/typebox';
import { deputyRights, permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import { setDeputyTerm, type DeputyOutcome, type DeputyTerm } from './name-deputies.ts';
import { Deputies, Deputy, DeputyInput } from './schema.ts';
import { addWeeks } from '../../platform/time/weeks.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const permission = 'deputy:manage';
const permittedRoles = rolesThatHold('deputy:manage');
const mostWeeks = 53;

const readDeputies = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/deputies',
  operationId: 'listDeputies',
  summary: 'List the deputies of a user, and for whom the user is one.',
  permission,
  response: Deputies,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, graph, now }) {
    type Found = { standing: Standing; userFound: boolean } & Static<typeof Deputies>;
    const { standing, userFound, deputies, deputyFor } = await graph.one<Found>('deputies/list', { userId, now });
    permit(standing, permission);
    return userFound ? { deputies, deputyFor } : failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
  },
});

const resource: Endpoint['resource'] = {
  read: readDeputies,
  lock: (graph, { userId = '' }) => graph.write('deputies/lock', { userId, permittedRoles }),
};

/** Sets the term in a transaction, with the notification of the manager. `judge` refuses inside it, so that nothing of it stays. */
function change<T>(
  { graph, now, newId }: Pick<Call, 'graph' | 'now' | 'newId'>,
  term: DeputyTerm,
  judge: (outcome: DeputyOutcome, tx: Transaction) => Promise<T>,
): Promise<T> {
  const context = { permittedRoles, auditId: newId(), eventId: newId(), now };
  return graph.atomically(async (tx) => judge(await setDeputyTerm(tx, term, context), tx));
}

/** Refuses days that no term has. `pointer` is the field, or empty for the deputy. @throws {ApiError} VALIDATION_ERROR */
export function assertTerm({ userId, deputyId, from, to }: DeputyTerm, now: string): void {
  if (userId === deputyId) failAt('', 'must be somebody else.');
  if (to < from) failAt('to', 'must not be before from.');
  if (to > addWeeks(from, mostWeeks)) failAt('to', `must be within ${mostWeeks} weeks of from.`);
  if (from > addWeeks(now.slice(0, 10), mostWeeks)) failAt('from', `must be within ${mostWeeks} weeks of today.`);
}
const failAt = (name: string, what: string): never =>
  failInvalid([{ pointer: name && `/${name}`, message: `${name || 'The deputy'} ${what}` }]);

const setDeputy = defineEndpoint({
  method: 'PUT',
  path: '/users/{userId}/deputies/{deputyId}',
  operationId: 'setDeputy',
  summary: 'Name a deputy for a time.',
  description:
    'Managers for themselves, admins for anyone; nobody names themself. Where roleApproval demands a second admin, one that an admin names for somebody else is a request (`POST /admin/approvals/deputy`). It replaces what was named for these two before, and ends by itself.',
  effects:
    'From the first day on, the deputy may do what the manager may do by their place in the line, not by a role; never towards ' +
    'themself. The manager gets nothing of the deputy, nor does a deputy of the deputy. A manager is told whom somebody else named.',
  audit: 'deputy.set',
  permission,
  body: DeputyInput,
  response: Deputy,
  resource,
  errors: ['USER_NOT_FOUND', 'SECOND_ADMIN', 'LIMIT_REACHED'],
  async handler(call) {
    const { userId, deputyId } = call.params;
    const { from, to, rights } = call.body;
    const term = { userId, deputyId, from, to, rights: deputyRights.filter((right) => rights.includes(right)) };
    assertTerm(term, call.now);
    return change(call, term, async (outcome, tx) => {
      const { standing, userFound, deputyFound, deputyActive, isOver, isFull, isOwn, isUnapproved, deputy } = outcome;
      permit(standing, permission);
      if (!userFound) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
      if (!deputyFound) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', deputyId);
      if (!deputyActive) fail('USER_NOT_FOUND', 'The deputy was not found among the active users of your tenant.');
      if (isOwn) fail('FORBIDDEN', 'You cannot name yourself a deputy. The manager or another admin can do it.');
      if (isOver) failAt('to', 'must not have passed.');
      if (isUnapproved)
        fail('SECOND_ADMIN', 'A deputy for somebody else needs a second admin: request it at /admin/approvals/deputy.');
      if (isFull) fail('LIMIT_REACHED');
      return deputy ?? fail('INTERNAL');
    });
  },
});

const endDeputy = defineEndpoint({
  method: 'DELETE',
  path: '/users/{userId}/deputies/{deputyId}',
  operationId: 'endDeputy',
  summary: 'End that somebody is a deputy.',
  description: 'Nothing happens if they are none.',
  effects: 'They may no longer act for the manager, from the next request on.',
  audit: 'deputy.end',
  permission,
  resource,
  errors: ['USER_NOT_FOUND'],
  async handler(call) {
    const { userId, deputyId } = call.params;
    const day = call.now.slice(0, 10); // counts for a term that is named alone
    await change(call, { userId, deputyId, from: day, to: day, rights: [] }, async ({ standing, userFound }, tx) => {
      permit(standing, permission);
      if (!userFound) await failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    });
  },
});

export const deputies = [readDeputies, setDeputy, endDeputy];

// Deputies: who acts for a manager while they are away. cypher/includes/deputy_for.cypher says what they get.
import { type Static } from '@sinclair/typebox';
import { failNotFoundOrForbidden, permit, rolesThatManageDeputies, type Standing } from '../access/permissions.ts';
import { fail, failInvalid } from '../errors.ts';
import type { Endpoint } from '../http/declaration/endpoint.ts';
import { Deputies, Deputy, DeputyInput, deputyRights } from '../model/index.ts';
import { addWeeks } from '../rules/weeks.ts';
import { defineEndpoint } from './define-endpoint.ts';

const permission = 'deputy:manage';
const permittedRoles = rolesThatManageDeputies;
/** Terms of a person, as a manager and as a deputy together, that are in force, to come, or ended in the last year. */
const mostTerms = 20;
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
  lock: (graph, { userId }) => graph.write('deputies/lock', { userId, permittedRoles }),
};

type Outcome = {
  standing: Standing;
  userFound: boolean;
  deputyFound: boolean;
  deputyActive: boolean;
  isOver: boolean | null;
  isFull: boolean;
  isOwn: boolean;
  deputy: Deputy | null;
};

const setDeputy = defineEndpoint({
  method: 'PUT',
  path: '/users/{userId}/deputies/{deputyId}',
  operationId: 'setDeputy',
  summary: 'Name a deputy for a time.',
  description:
    'Managers for themselves, admins for anyone; nobody names themself. It replaces what was named for these two before, and ends by itself.',
  effects:
    'From the first day on, the deputy may do what the manager may do by their place in the line, not by a role; never towards ' +
    'themself. The manager gets nothing of the deputy, nor does a deputy of the deputy.',
  audit: 'deputy.set',
  permission,
  body: DeputyInput,
  response: Deputy,
  resource,
  errors: ['USER_NOT_FOUND', 'LIMIT_REACHED'],
  async handler({ params: { userId, deputyId }, body: { from, to, rights }, graph, now, newId }) {
    const failAt = (name: string, what: string): never =>
      failInvalid([{ pointer: name && `/${name}`, message: `${name || 'The deputy'} ${what}` }]);
    if (userId === deputyId) failAt('', 'must be somebody else.');
    if (to < from) failAt('to', 'must not be before from.');
    if (to > addWeeks(from, mostWeeks)) failAt('to', `must be within ${mostWeeks} weeks of from.`);
    if (from > addWeeks(now.slice(0, 10), mostWeeks)) failAt('from', `must be within ${mostWeeks} weeks of today.`);
    const sorted = deputyRights.filter((right) => rights.includes(right));
    const outcome = await graph.write<Outcome>('deputies/set', {
      ...{ userId, deputyId, from, to, rights: sorted, most: mostTerms, permittedRoles, auditId: newId(), now },
    });
    const { standing, userFound, deputyFound, deputyActive, isOver, isFull, isOwn, deputy } =
      outcome ?? fail('INTERNAL');
    permit(standing, permission);
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    if (!deputyFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', deputyId);
    if (!deputyActive) fail('USER_NOT_FOUND', 'The deputy was not found among the active users of your tenant.');
    if (isOwn) fail('FORBIDDEN', 'You do not name yourself a deputy: the manager or another admin does.');
    if (isOver) failAt('to', 'must not have passed.');
    if (isFull) fail('LIMIT_REACHED');
    return deputy ?? fail('INTERNAL');
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
  async handler({ params: { userId, deputyId }, graph, now, newId }) {
    const day = now.slice(0, 10); // counts for a term that is named alone
    const outcome = await graph.write<Outcome>('deputies/set', {
      ...{ userId, deputyId, from: day, to: day, rights: [], most: mostTerms, permittedRoles, auditId: newId(), now },
    });
    const { standing, userFound } = outcome ?? fail('INTERNAL');
    permit(standing, permission);
    if (!userFound) await failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
  },
});

export const deputies = [readDeputies, setDeputy, endDeputy];

// Erasure of a person by an admin.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import { Erasure } from '../organisation/schema.ts';
import type { ErasureContext } from './erase-person.ts';
import { dryRunQuery } from '../organisation/endpoint-settings.ts';

const permission = 'organisation:manage';
/** In milliseconds, for the transaction of the erasure. */
const withinMs = 60_000;
const defineEndpoint = defineEndpointWith<ErasureContext>();

const eraseUser = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/erase',
  operationId: 'eraseUser',
  growsWith: ['notifications'],
  summary: 'Erase a user and their data for good.',
  description: 'Refused while people report to the user. Admins cannot erase themselves.',
  effects: 'Deletes everything that the user wrote and that is about them, with an audit entry, unless `dryRun=true`.',
  audit: 'person.erased',
  permission,
  isBulk: true,
  query: dryRunQuery,
  withinMs,
  commitsItself: true,
  response: Erasure,
  errors: ['USER_NOT_FOUND', 'HAS_REPORTS', 'LAST_ADMIN'],
  async handler({ params: { userId }, query: { dryRun = false }, graph, erasure, now }) {
    type Found = { standing: Standing; user: object | null };
    const { standing, user } = await graph.one<Found>('people/read', { userId, now });
    permit(standing, permission);
    if (!user) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    if (standing.levelsAbove === 0) fail('LAST_ADMIN', 'Another admin erases you: the tenant keeps an admin this way.');
    const counts = await erasure.erase(userId, { dryRun, now: new Date(now) });
    return { erased: !dryRun, ...counts };
  },
});

export const erasure = [eraseUser];

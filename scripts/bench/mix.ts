// Eight kinds of requests, reads and changes, as the people of one tenant send them.
import { randomUUID } from 'node:crypto';
import type { Kind } from './load.ts';
import type { Population } from './population.ts';
import type { Bench } from './service.ts';

/** The requests of an admin of the tenant, one of each kind. */
export async function createMix(
  { token }: Bench,
  { tenantId, root, heads, leaf, parents, summaryIds }: Population,
): Promise<Kind[]> {
  const own = { token: await token(tenantId, root) };
  const read = (name: string, path: string): Kind => ({ name, method: 'GET', path: `/v1${path}`, ...own });
  return [
    read('summary', `/summaries/${summaryIds[0] ?? randomUUID()}`),
    read('board', `/goals/board?userId=${leaf}`),
    read('direct-reports', `/org/users/${heads.chain10}/direct-reports`),
    read('chain of 10', `/org/users/${heads.chain10}/chain`),
    read('notifications', '/notifications?limit=10'),
    read('nomination window', '/mvp/nominations/window'),
    {
      ...own,
      name: 'set a goal',
      method: 'POST',
      path: '/v1/goals',
      body: (turn) => ({ title: `Goal ${turn}`, type: 'professional', targetWeek: 'this' }),
    },
    {
      ...own,
      name: 'set a manager',
      method: 'PUT',
      path: `/v1/admin/org-chart/users/${leaf}/manager`,
      body: (turn) => ({ managerId: parents[(turn >> 3) % 2] }),
    },
  ];
}

// Eight kinds of requests as the people of four tenants send them: nine in ten are reads.
import { randomUUID } from 'node:crypto';
import { sized } from './form.ts';
import type { Kind } from './load.ts';
import { populateSmall, type Population } from './population.ts';
import type { Bench } from './service.ts';

const tenants = sized(4, 2);

/** Writes the tenants. Their requests take turns: one of each tenant, then the next of each. */
export async function createMix(bench: Bench): Promise<Kind[]> {
  const kinds: Kind[][] = [];
  for (let n = 0; n < tenants; n += 1) kinds.push(await createKinds(bench, await populateSmall(bench.graph)));
  const [first = []] = kinds;
  return first.flatMap((_, at) => kinds.flatMap((own) => own[at] ?? []));
}

/** The requests of an admin of one tenant: 18 reads of six kinds and two changes, in the order they are sent. */
async function createKinds(
  { token }: Bench,
  { tenantId, root, heads, leaf, parents, summaryIds }: Population,
): Promise<Kind[]> {
  const own = { token: await token(tenantId, root) };
  const read = (name: string, path: string): Kind => ({ name, method: 'GET', path: `/v1${path}`, ...own });
  const reads = [
    read('summary', `/summaries/${summaryIds[0] ?? randomUUID()}`),
    read('board', `/goals/board?userId=${leaf}`),
    read('direct-reports', `/org/users/${heads.chain10}/direct-reports`),
    read('chain of 10', `/org/users/${heads.chain10}/chain`),
    read('notifications', '/notifications?limit=10'),
    read('nomination window', '/mvp/nominations/window'),
  ];
  return [
    ...reads,
    ...reads,
    {
      ...own,
      name: 'set a goal',
      method: 'POST',
      path: '/v1/goals',
      bodies: [{ title: 'Write the minutes', type: 'professional', targetWeek: 'this' }],
    },
    ...reads,
    {
      ...own,
      name: 'set a manager',
      method: 'PUT',
      path: `/v1/admin/org-chart/users/${leaf}/manager`,
      bodies: parents.slice(0, 2).map((managerId) => ({ managerId })),
    },
  ];
}

// The people of a tenant who read while another one is busy.
import { percentile, sendSteadily, type Kind } from './load.ts';
import type { Population } from './population.ts';
import type { Bench } from './service.ts';

const readsPerSecond = 20;

/** Times in milliseconds. `refused`: answers other than 200, of `count`. */
export type Seen = { p95: number; max: number; refused: number; count: number };

/** Reads until `signal` aborts. */
export async function readFor(url: string, kinds: readonly Kind[], signal: AbortSignal): Promise<Seen> {
  const samples = await sendSteadily({ url, kinds, perSecond: readsPerSecond, connections: 50, signal });
  const times = samples.map((sample) => sample.ms);
  const refused = samples.filter(({ status }) => status !== 200).length;
  return { p95: percentile(times, 0.95), max: Math.max(...times), refused, count: samples.length };
}

/** What the neighbour reads: point reads, a search and a list. */
export async function listNeighbourReads(
  { token }: Bench,
  { tenantId, root, heads, leaf }: Population,
): Promise<Kind[]> {
  const by = await token(tenantId, root);
  const read = (name: string, path: string): Kind => ({ name, method: 'GET', path: `/v1${path}`, token: by });
  return [
    read('me', '/me'),
    read('board', `/goals/board?userId=${leaf}`),
    read('direct reports', `/org/users/${heads.chain10}/direct-reports`),
    read('search', '/users?search=an&limit=10'),
    read('window', '/mvp/nominations/window'),
  ];
}

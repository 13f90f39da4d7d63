// The part `plans`: previews a plan, and applies and undoes a large one while another client reads, in the tenant of
// 100,000.
import { randomUUID } from 'node:crypto';
import { median } from 'simple-statistics';
import { setTimeout as pause } from 'node:timers/promises';
import { sized } from './form.ts';
import { percentile, sendBeside } from './load.ts';
import type { Target } from './measure.ts';
import type { Population } from './population.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import { createReads, signTokens, toKinds } from './request-specs.ts';
import type { Suite } from './suite.ts';
import { line, ms, printTitles } from './tables.ts';

const previews = sized(9, 2);
/** Applied and undone this many times, after a warm-up: the database compiles a statement while it first runs. */
const rounds = sized(3, 1);
const sizes = sized({ previewed: 1_000, applied: 10_000 }, { previewed: 50, applied: 100 });
const quietMs = sized(10_000, 1_000);
const readsPerSecond = 50;
const warmUpRepeats = 5;

type Move = { userId: string; managerId: string };

/** Measures and prints. */
export async function measurePlans(suite: Suite): Promise<void> {
  const population = await suite.large();
  const server = await suite.startServer();
  const target = await suite.targetRoot(server.url, population);
  await untilReady(new URL(server.url).origin);
  printTitles('Plans', 'ms', 'aim');
  await measurePreview(target, population);
  await measureApplication(suite, target, population);
  console.log(`\nPeak memory of the API with these plans: ${await server.readPeakMegabytes()} MB`);
  await server.stop();
}

/** The head of 30,000 people moves, and managers below to other managers there. */
async function measurePreview(target: Target, { heads, parents, movers }: Population): Promise<void> {
  logProgress('plans: preview');
  const moves = [{ userId: heads.chain30000, managerId: parents[1] }];
  for (const userId of movers.leaves.slice(0, sizes.previewed - 1)) moves.push({ userId, managerId: heads.deep });
  const id = await createPlan(target, moves);
  const times: number[] = [];
  for (let turn = -2; turn < previews; turn += 1) {
    const started = performance.now();
    await send(target, 'GET', `/${id}/preview`);
    if (turn >= 0) times.push(performance.now() - started);
  }
  line('preview of 1,000 moves, 30,000 people below, median', ms(median(times)), '≤ 3,000');
  await send(target, 'DELETE', `/${id}`);
}

async function measureApplication(suite: Suite, target: Target, population: Population): Promise<void> {
  const { heads, movers, managersOfEight, tenantId } = population;
  const moves = movers.leaves.slice(-sizes.applied).map((userId) => ({ userId, managerId: heads.chain10000 }));
  const { origin, pathname } = new URL(target.url);
  const reads = createReads(population, await signTokens(suite, tenantId, managersOfEight));
  const kinds = toKinds(reads, pathname);
  const readBeside = async (work: () => Promise<unknown>): Promise<{ tookMs: number; p95: number }> => {
    const { tookMs, times } = await sendBeside({ url: origin, kinds, perSecond: readsPerSecond, connections: 8 }, work);
    return { tookMs, p95: percentile(times, 0.95) };
  };
  const measured: Record<(typeof actions)[number], { tookMs: number; p95: number; ratio: number }[]> = {
    apply: [],
    undo: [],
  };
  for (let round = 0; round <= rounds; round += 1) {
    const id = await createPlan(target, moves);
    logProgress(`plans: reads alone, round ${round}`);
    const quiet = await readBeside(() => pause(quietMs));
    for (const action of actions) {
      logProgress(`plans: ${action}`);
      const beside = await readBeside(() => sendWhenReady(target, `/${id}/${action}`, round === 0));
      if (round > 0) measured[action].push({ ...beside, ratio: beside.p95 / quiet.p95 });
    }
  }
  for (const action of actions) {
    const middle = (of: 'tookMs' | 'p95' | 'ratio'): number => median(measured[action].map((each) => each[of]));
    line(`${action} 10,000 moves, median of ${rounds}`, ms(middle('tookMs')), '≤ 10,000');
    line(`p95 of reads meanwhile, ${middle('ratio').toFixed(2)} × quiet`, ms(middle('p95')), '≤ 2 × quiet');
  }
}

const actions = ['apply', 'undo'] as const;

async function createPlan(target: Target, moves: Move[]): Promise<string> {
  const { id } = await send(target, 'POST', '', { name: 'Benchmark', moves });
  return id;
}

/**
 * Sends a POST. The warm-up repeats it as clients do, with its key and after the pause that the answer names, since the database may
 * plan a statement for the first time for longer than a request waits.
 */
async function sendWhenReady(target: Target, path: string, isWarmUp: boolean): Promise<void> {
  const key = randomUUID();
  for (let left = isWarmUp ? warmUpRepeats : 0; ; left -= 1) {
    const answer = await request(target, 'POST', path, undefined, key);
    if (answer.status !== 503 || left <= 0) return void (await read(answer, 'POST', path));
    await answer.body?.cancel();
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/** @throws {Error} if the answer is no success */
async function send(target: Target, method: string, path: string, body?: unknown): Promise<{ id: string }> {
  return read(await request(target, method, path, body), method, path);
}

function request(target: Target, method: string, path: string, body?: unknown, key?: string): Promise<Response> {
  return fetch(`${target.url}/admin/org-plans${path}`, {
    method,
    headers: {
      authorization: `Bearer ${target.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function read(answer: Response, method: string, path: string): Promise<{ id: string }> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return (text ? JSON.parse(text) : {}) as { id: string };
}

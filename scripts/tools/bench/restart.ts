// `npm run bench -- restart [--rate 40]`: starts the API, then kills and restarts Neo4j, under a steady load of eight kinds
// of requests. Prints the time to recovery, and what was rejected after `/readyz` returned 200.
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installNeo4j, runNeo4j } from '../../stack/neo4j.ts';
import { stateDir } from '../../stack/state.ts';
import { formless, noteRatio, sized } from './form.ts';
import { countByStatus, isServed, sendSteadily, type Sample } from './load.ts';
import { createMix } from './mix.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';

const name = 'bench-restart';
const quietMs = sized(10_000, 2_000);
const afterReadyMs = sized(20_000, 2_000);

const { values } = parseArgs({
  args: formless.slice(1),
  options: { rate: { type: 'string', default: sized('40', '10') } },
});
const perSecond = Number(values.rate);

const bench = await startBench(name);
const kinds = await createMix(bench);
const report: Record<string, unknown> = { perSecond };
const apiStarted = performance.now();
// The small form would spend two minutes of a core on plans that nobody asks for.
const api = await bench.startApi({ QUERY_PLANS: sized('all', 'everyday') });
const worker = await bench.startWorker();
const cold = new AbortController();
const coldSamples = sendSteadily({ url: api.url, kinds, perSecond, connections: 1_000, signal: cold.signal });
const coldReady = await untilReady(api.url);
await pause(quietMs);
cold.abort();
report['cold start'] = summarize(await coldSamples, apiStarted, coldReady);

const load = new AbortController();
const samples = sendSteadily({ url: api.url, kinds, perSecond, connections: 1_000, signal: load.signal });
await pause(quietMs);
const { neo4j: address, pids, ended } = bench.servers;
if (pids.neo4j === null) throw new Error('Only an embedded Neo4j can be killed.');
const port = Number(new URL(address.uri).port);
process.kill(pids.neo4j, 'SIGKILL');
await ended;
const killedAt = performance.now();
process.env['NEO4J_PORT'] = String(port);
const installed = await installNeo4j(path.join(stateDir(), 'dist'), logProgress);
const restarted = runNeo4j(installed, { dir: path.join(stateDir(), name), fresh: false, log: logProgress });
const answered = restarted.then(() => performance.now());
const boltUp = await waitUntilOpen(port);
const workerReady = untilReady(worker.url);
const ready = await untilReady(api.url);
await pause(afterReadyMs);
load.abort();
const all = await samples;
const neo4j = await restarted;
const sinceKill = all.filter(({ sentAt }) => sentAt > killedAt - 500);
noteRatio(
  'speed of the first success beside the bare driver',
  ((await answered) - boltUp) / findFirstSuccess(sinceKill, boltUp),
);
report['restart'] = {
  'Bolt up after the kill, s': seconds(boltUp - killedAt),
  'bare driver answered after Bolt is up, s': seconds((await answered) - boltUp),
  'worker ready after Bolt is up, s': seconds((await workerReady) - boltUp),
  ...summarize(sinceKill, boltUp, ready),
};
console.log(JSON.stringify(report, null, 2));
await bench.stop();
await neo4j.stop();
process.exit(0);

function summarize(samples: Sample[], from: number, ready: number): Record<string, unknown> {
  const after = samples.filter(({ sentAt }) => sentAt >= ready);
  return {
    requests: samples.length,
    'first success, s': seconds(findFirstSuccess(samples, from)),
    'readyz 200, s': seconds(ready - from),
    'statuses before readyz': countByStatus(samples.filter(({ sentAt }) => sentAt < ready)),
    'statuses after readyz': countByStatus(after),
    'longest after readyz, ms': Math.round(Math.max(0, ...after.map(({ ms }) => ms))),
  };
}

/** The milliseconds from a moment to the first success after it. */
function findFirstSuccess(samples: Sample[], from: number): number {
  const later = samples.filter(({ sentAt, ms }) => sentAt + ms > from);
  return Math.min(...later.filter(isServed).map(({ sentAt, ms }) => sentAt + ms)) - from;
}

/** Waits until the port accepts connections. */
async function waitUntilOpen(at: number): Promise<number> {
  for (;;) {
    const socket = connect(at, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return performance.now();
    await pause(20);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

// `npm run bench -- restart [--rate 40] [--busy]`: starts the API, then kills and restarts Neo4j, under a steady load of
// eight kinds of requests. Prints the time to recovery, and what was rejected after `/readyz` returned 200.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installNeo4j, runNeo4j } from '../../stack/neo4j.ts';
import { stateDir } from '../../stack/state.ts';
import { sendSteadily, type Sample } from './load.ts';
import { createMix } from './mix.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';

const name = 'bench-restart';
const quietMs = 10_000;
const afterReadyMs = 20_000;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rate: { type: 'string', default: '40' }, busy: { type: 'boolean' } },
});
const perSecond = Number(values.rate);

const bench = await startBench(name);
const kinds = await createMix(bench);
const busy = values.busy ? [startBusyLoop(), startBusyLoop()] : [];
const report: Record<string, unknown> = { perSecond, busy: busy.length > 0 };
try {
  const apiStarted = performance.now();
  const api = await bench.startApi();
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
  const pidFile = path.join(stateDir(), name, 'neo4j.pid.json');
  const { server } = JSON.parse(readFileSync(pidFile, 'utf8')) as { server: number };
  const port = Number(new URL(bench.servers.neo4j.uri).port);
  process.kill(server, 'SIGKILL');
  await bench.servers.ended;
  const killedAt = performance.now();
  process.env['NEO4J_PORT'] = String(port);
  const dir = path.join(stateDir(), name);
  const restarted = runNeo4j(await installNeo4j(path.join(stateDir(), 'dist'), logProgress), {
    dir,
    fresh: false,
    log: logProgress,
  });
  const answered = restarted.then(() => performance.now());
  const boltUp = await waitUntilOpen(port);
  const workerReady = untilReady(worker.url);
  const ready = await untilReady(api.url);
  const rare = await askRarely(api.url, kinds[0]?.token ?? '');
  await pause(afterReadyMs);
  load.abort();
  const all = await samples;
  const neo4j = await restarted;
  report['restart'] = {
    'Bolt up after the kill, s': seconds(boltUp - killedAt),
    'bare driver answered after Bolt is up, s': seconds((await answered) - boltUp),
    'worker ready after Bolt is up, s': seconds((await workerReady) - boltUp),
    ...summarize(
      all.filter(({ sentAt }) => sentAt > killedAt - 500),
      boltUp,
      ready,
    ),
    'rare requests right after readyz': rare,
  };
  console.log(JSON.stringify(report, null, 2));
  await bench.stop();
  await neo4j.stop();
} finally {
  for (const loop of busy) loop.kill('SIGKILL');
}
process.exit(0);

function summarize(samples: Sample[], from: number, ready: number): Record<string, unknown> {
  const later = samples.filter(({ sentAt, ms }) => sentAt + ms > from);
  const firstSuccess = Math.min(...later.filter(isSuccess).map(({ sentAt, ms }) => sentAt + ms));
  const after = samples.filter(({ sentAt }) => sentAt >= ready);
  return {
    requests: samples.length,
    'first success, s': seconds(firstSuccess - from),
    'readyz 200, s': seconds(ready - from),
    'statuses before readyz': countByStatus(samples.filter(({ sentAt }) => sentAt < ready)),
    'statuses after readyz': countByStatus(after),
    'longest after readyz, ms': Math.round(Math.max(0, ...after.map(({ ms }) => ms))),
  };
}

/** Sends requests whose queries nobody has planned yet: they wait for their plans. */
async function askRarely(url: string, token: string): Promise<string[]> {
  const paths = ['/admin/org-plans', '/audit', '/org/chart', '/reports/org', '/users?search=ann'];
  const ask = async (to: string): Promise<string> => {
    const sentAt = performance.now();
    const { status } = await fetch(`${url}/v1${to}`, { headers: { authorization: `Bearer ${token}` } });
    return `${to}: ${status} after ${seconds(performance.now() - sentAt)} s`;
  };
  return Promise.all(paths.map(ask));
}

function isSuccess({ status }: Sample): boolean {
  return status >= 200 && status < 300;
}

function countByStatus(samples: Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
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

function startBusyLoop(): ReturnType<typeof spawn> {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

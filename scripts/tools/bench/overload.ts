// `npm run bench -- overload [--seconds 60] [--connections 500]`: the connections send three times the capacity of the
// service, each one request at a time. Prints what is served and rejected, with latencies, and compares it with the best
// throughput without overload.
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formless, noteRatio, sized } from './form.ts';
import { countByStatus, isServed, percentile, sendSteadily, type Sample } from './load.ts';
import { createMix } from './mix.ts';
import { logProgress } from './progress.ts';
import { findFreePort } from '../../stack/ports.ts';
import { startBench, untilReady } from './service.ts';

const times = 3;
const secondsEach = sized(6, 1);
/** The database needs some time under load to finish compiling a query. */
const warmUp = { perSecond: 300, seconds: sized(30, 2) };
/** The step from one rate to the next while the capacity is measured. */
const step = sized(1.25, 2);

const { values } = parseArgs({
  args: formless.slice(1),
  options: { seconds: { type: 'string', default: sized('60', '2') }, connections: { type: 'string', default: '500' } },
});
const connections = Number(values.connections);

const bench = await startBench('bench-overload');
const healthPort = await findFreePort();
const health = `http://127.0.0.1:${healthPort}`;
const api = await bench.startApi({ HEALTH_PORT: String(healthPort) });
await untilReady(health);
const kinds = await createMix(bench);

logProgress('measuring the capacity');
let best = 0;
let shortfalls = 0; // in a row: a single one may be a disturbance
await runLoad(warmUp.perSecond, warmUp.seconds);
for (let perSecond = warmUp.perSecond; ; perSecond *= step) {
  const { goodput } = await runLoad(perSecond, secondsEach);
  logProgress(`  ${Math.round(perSecond)}/s: ${Math.round(goodput)} served`);
  best = Math.max(best, goodput);
  shortfalls = goodput < 0.8 * perSecond ? shortfalls + 1 : 0;
  if (shortfalls === 2) break;
}
await pause(sized(5_000, 1_000));

const stop = new AbortController();
const probes = pollReadiness(stop.signal);
const { goodput, samples } = await runLoad(best * times, Number(values.seconds));
stop.abort();
const readiness = await probes;

const served = samples.filter(isServed).map(({ ms }) => ms);
const rejected = samples.filter(({ status }) => status === 503 || status === 429).map(({ ms }) => ms);
noteRatio('served of the best under three times the load', goodput / best);
console.log(
  JSON.stringify(
    {
      'best, served/s': Math.round(best),
      'offered/s': Math.round(best * times),
      'served/s': Math.round(goodput),
      ratio: round(goodput / best),
      'served ms p50, p99': [round(percentile(served, 0.5)), round(percentile(served, 0.99))],
      'rejected ms p50, p99': [round(percentile(rejected, 0.5)), round(percentile(rejected, 0.99))],
      statuses: countByStatus(samples),
      'readyz requests, not 200': [readiness.length, readiness.filter((status) => status !== 200).length],
    },
    null,
    2,
  ),
);
await bench.stop();
process.exit(0);

async function runLoad(perSecond: number, seconds: number): Promise<{ goodput: number; samples: Sample[] }> {
  const signal = AbortSignal.timeout(seconds * 1_000);
  const started = performance.now();
  const samples = await sendSteadily({ url: api.url, kinds, perSecond, connections, signal });
  const inTime = samples.filter((sample) => isServed(sample) && sample.sentAt + sample.ms < started + seconds * 1_000);
  return { goodput: inTime.length / seconds, samples };
}

/**
 * Requests `/readyz` at `HEALTH_PORT` once a second over a new connection, as a load balancer does. 0 is no answer in two
 * seconds.
 */
async function pollReadiness(signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    statuses.push(await probe(`${health}/readyz`));
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
  return statuses;
}

function probe(url: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, signal: AbortSignal.timeout(2_000) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0)).end();
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

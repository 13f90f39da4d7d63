// `npm run bench -- slow-readers [--readers 50]`: slow clients request 100,000 rows each with one token, while a caller of
// another tenant, and the same caller, request small lists. Prints their latencies with and without the slow clients.
import { parseArgs } from 'node:util';
import { sendSteadily, percentile, type Kind, type Sample } from './load.ts';
import { populate, populateSmall } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';
import { readSlowly } from './slow-client.ts';

const secondsEach = 30;
const listsPerSecond = 20;

const { values } = parseArgs({ args: process.argv.slice(3), options: { readers: { type: 'string', default: '50' } } });

const bench = await startBench('bench-readers');
logProgress('writing a tenant of 100,000 people');
const large = await populate(bench.graph);
const small = await populateSmall(bench.graph);
await bench.graph.statement('CALL db.awaitIndexes(120)');
const api = await bench.startApi();
await untilReady(api.url);
const longList = `${api.url}/v1/org/users/${large.root}/chain`;
const token = await bench.token(large.tenantId, large.root);
const other = await bench.token(small.tenantId, small.root);
const lists: Kind[] = [
  {
    name: 'neighbour: chain of 100',
    method: 'GET',
    path: `/v1/org/users/${small.heads.chain10000}/chain`,
    token: other,
  },
  {
    name: 'neighbour: 8 reports',
    method: 'GET',
    path: `/v1/org/users/${small.heads.chain10}/direct-reports`,
    token: other,
  },
  { name: 'neighbour: summary', method: 'GET', path: `/v1/summaries/${small.summaryIds[0] ?? ''}`, token: other },
  { name: 'same caller: 8 reports', method: 'GET', path: `/v1/org/users/${large.heads.chain10}/direct-reports`, token },
];

const measure = async (): Promise<Sample[]> => {
  const signal = AbortSignal.timeout(secondsEach * 1_000);
  return sendSteadily({ url: api.url, kinds: lists, perSecond: listsPerSecond, connections: 200, signal });
};
await measure(); // warms up
for (let read = 0; read < 10; read += 1) await readQuickly();
const quiet = await measure();
const answers: Record<string, number> = {};
const memoryBefore = await memory();
const stop = new AbortController();
const countAnswer = (status: string): void => void (answers[status] = (answers[status] ?? 0) + 1);
const readers = Array.from({ length: Number(values.readers) }, () =>
  readSlowly(longList, token, stop.signal, countAnswer),
);
const beside = await measure();
const memoryAtMost = await memory();
stop.abort();
await Promise.all(readers);

const rows = lists.map(({ name }) => {
  const waits = (samples: Sample[]): number[] => samples.filter(({ kind }) => kind === name).map(({ ms }) => ms);
  const [before, during] = [percentile(waits(quiet), 0.95), percentile(waits(beside), 0.95)];
  return { name, 'quiet p95': round(before), 'beside p95': round(during), ratio: round(during / before) };
});
console.log(JSON.stringify({ rows, refused: beside.filter(({ status }) => status !== 200).length, answers }, null, 2));
console.log(JSON.stringify({ 'resident MB before': memoryBefore, 'resident MB at the end': memoryAtMost }));
await bench.stop();
process.exit(0);

/** Reads the long list at full speed. The first runs of a query cost the database many times those that follow. */
async function readQuickly(): Promise<void> {
  const response = await fetch(longList, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The long list was answered ${String(response.status)}.`);
  await response.arrayBuffer();
}

async function memory(): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  return round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

// `npm run bench -- largest [--people 20000] [--only plans] [--ms 400]`: the largest request of every endpoint, one after the other and
// eight at once, from somebody with every role, while another tenant reads. Ends with 1 if a read of the other tenant was
// refused, if its reads take more than three times as long as before, or if the API takes more than 900 MB: its container has 1 GB.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serviceScopes } from '../../../src/platform/access/permissions.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { roles } from '../../../src/platform/permissions.ts';
import { createChart } from './chart.ts';
import { formless, isSmall, noteRatio, sized } from './form.ts';
import { listLargestRequests, type LargestRequest } from './largest-requests.ts';
import { percentile, sendSteadily, type Sample } from './load.ts';
import { listNeighbourReads } from './neighbour.ts';
import { populateSmall } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady, type Bench } from './service.ts';
import { line, ms, printTitles } from './tables.ts';
import { createThings } from './things.ts';

const warmUpMs = sized(10_000, 1_000);
const quietMs = sized(10_000, 2_000);
const atOnce = 8;
const readsPerSecond = 40;
const answerWithinMs = 60_000;
const aims = { ratio: 3, megabytes: 700 };
const mostMegabytes = 900;
const shown = 12;

const { values } = parseArgs({
  args: formless.slice(1),
  options: {
    people: { type: 'string', default: sized('20000', '200') },
    only: { type: 'string', default: '' },
    ms: { type: 'string', default: sized('400', '0') },
  },
});
const bench = await startBench('bench-largest');
const neighbour = await populateSmall(bench.graph);
const loud = await populateLoud(bench, Number(values.people));
await bench.graph.statement('CALL db.awaitIndexes(120)');
await bench.graph.statement('CALL db.resampleOutdatedIndexes()');
const api = await bench.startApi();
await untilReady(api.url);
const tokens = {
  user: await bench.token(loud.tenantId, loud.root),
  service: await bench.token(loud.tenantId, 'service:all', serviceScopes.join(' ')),
};
const requests = await listRequests();
logProgress(`largest: ${requests.length} requests; each once, so that its queries are planned`);
for (const request of requests) if (!isFinal(request)) await send(request);

const kinds = await listNeighbourReads(bench, neighbour);
const over = new AbortController();
const reading = sendSteadily({ url: api.url, kinds, perSecond: readsPerSecond, connections: 50, signal: over.signal });
await pause(warmUpMs);
const quiet = await during(() => pause(quietMs));
const beside: { name: string; span: Span; statuses: number[] }[] = [];
for (const request of requests) {
  logProgress(`largest: ${request.name}`);
  const statuses: number[] = [];
  const repeat = async (clients: number): Promise<void> => {
    const until = performance.now() + Number(values.ms);
    do {
      statuses.push(...(await Promise.all(Array.from({ length: clients }, () => send(request)))));
    } while (performance.now() < until);
  };
  const span = await during(async () => {
    await repeat(1);
    await repeat(atOnce);
  });
  beside.push({ name: request.name, span, statuses });
}
over.abort();
const samples = await reading;
const peak = readPeakMegabytes(api.child.pid ?? 0);
await bench.stop();
process.exit(report());

type Span = { from: number; to: number };
async function during(work: () => Promise<unknown>): Promise<Span> {
  const from = performance.now();
  await work();
  return { from, to: performance.now() };
}

function report(): number {
  const of = ({ from, to }: Span): Sample[] => samples.filter(({ sentAt }) => sentAt >= from && sentAt < to);
  const p95 = (some: readonly Sample[]): number =>
    percentile(
      some.map((one) => one.ms),
      0.95,
    );
  const quietP95 = p95(of(quiet));
  const rows = beside.map(({ name, span, statuses }) => ({ name, own: of(span), statuses }));
  printTitles(
    `The neighbour, beside the largest requests (${values.people} people)`,
    'p95 ms',
    '× quiet',
    'max ms',
    'answers',
  );
  const slowest = rows.toSorted((a, b) => p95(b.own) - p95(a.own)).slice(0, shown);
  for (const { name, own, statuses } of slowest) {
    const counts = [...Map.groupBy(statuses, String)].map(([status, all]) => `${all.length} × ${status}`).join(', ');
    line(name, ms(p95(own)), (p95(own) / quietP95).toFixed(2), ms(Math.max(...own.map((one) => one.ms))), counts);
  }
  const all = rows.flatMap(({ own }) => own);
  const refused = all.filter(({ status }) => status !== 200).length;
  const ratio = p95(all) / quietP95;
  noteRatio('speed of a neighbour beside the largest requests', 1 / ratio);
  printTitles('Together', 'requests', 'p95 ms, quiet', 'beside', '× quiet', 'aim', 'refused', 'of', 'API, MB', 'aim');
  const aimed = [ratio.toFixed(2), `≤ ${aims.ratio}`, refused, all.length, peak, `≤ ${aims.megabytes}`];
  line('all', rows.length, ms(quietP95), ms(p95(all)), ...aimed);
  const failed = rows.filter(({ statuses }) => statuses.some((status) => status === 500 || status === 0));
  for (const { name } of failed) console.log(`\nanswered 500 or not at all: ${name}`);
  const isHeld = isSmall || (refused === 0 && ratio <= aims.ratio);
  return isHeld && peak <= mostMegabytes && failed.length === 0 ? 0 : 1;
}

/** Whether a request takes away what others are about. */
function isFinal({ method, name }: LargestRequest): boolean {
  return method === 'DELETE' || /erase|deactivate|settings/.test(name);
}

/** Reads first, then changes, then what leaves less for others. */
async function listRequests(): Promise<LargestRequest[]> {
  const by = { admin: tokens.user, leaf: await bench.token(loud.tenantId, loud.people.at(-1) ?? loud.root) };
  const things = await createThings(api.url, loud.people, by);
  const rank = (one: LargestRequest): number => (one.method === 'GET' ? 0 : isFinal(one) ? 2 : 1);
  return servedSections
    .flatMap(({ endpoints, prefix = '/v1' }) => endpoints.flatMap((one) => listLargestRequests(one, prefix, things)))
    .filter(({ name }) => name.includes(values.only))
    .toSorted((a, b) => rank(a) - rank(b));
}

async function send({ method, path, type, body, callers = ['user'] }: LargestRequest): Promise<number> {
  const token = callers.includes('user') ? tokens.user : tokens.service;
  const headers = { authorization: `Bearer ${token}`, ...(type !== null && { 'content-type': type }) };
  try {
    const answer = await fetch(api.url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(answerWithinMs),
      ...(body && { body: new Uint8Array(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

async function populateLoud(
  { graph }: Bench,
  size: number,
): Promise<{ tenantId: string; root: string; people: string[] }> {
  const chart = createChart();
  const root = chart.addPerson();
  const { head, below } = chart.tree(size - 2, root);
  const { tenantId } = await chart.write(graph);
  await graph.statement('MATCH (root:User {tenantId: $tenantId, id: $root}) SET root.roles = $roles', {
    tenantId,
    root,
    roles: [...roles],
  });
  return { tenantId, root, people: [root, head, ...below] };
}

/** The most memory that a process has had at a time. */
function readPeakMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

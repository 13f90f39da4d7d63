// `npm run bench -- largest [--people 20000] [--only plans] [--ms 400]`: the largest request of every endpoint, one after the other and
// eight at once, from somebody with every role in a tenant that is filled to its bounds, while another tenant reads. Ends with 1 if a read
// of the other tenant was refused, if its reads take more than three times as long as before, if a request holds the event loop of the
// API for too long, or if the API takes more than 900 MB: its container has 1 GB.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serviceScopes } from '../../../src/platform/access/permissions.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { roles } from '../../../src/platform/permissions.ts';
import { createChart } from './chart.ts';
import { fillToBounds } from './fill.ts';
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
const aims = { ratio: 3, megabytes: 700, stretchMs: 50 };
const mostMegabytes = 900;
/** A busy machine makes the same work take up to twice the processor time. */
const mostStretchMs = 2 * aims.stretchMs;
const shown = 12;

const { values } = parseArgs({
  args: formless.slice(1),
  options: {
    people: { type: 'string', default: sized('20000', '200') },
    only: { type: 'string', default: '' },
    ms: { type: 'string', default: sized('400', '0') },
    filled: { type: 'boolean', default: isSmall },
  },
});
const bench = await startBench('bench-largest');
const neighbour = await populateSmall(bench.graph);
const loud = await populateLoud(bench, Number(values.people));
if (values.filled) {
  logProgress('largest: filling a tenant to its bounds');
  await fillToBounds(bench.graph, loud);
}
await bench.graph.statement('CALL db.awaitIndexes(120)');
await bench.graph.statement('CALL db.resampleOutdatedIndexes()');
const api = await bench.startApi({ NODE_OPTIONS: `--import ${new URL('watch-stretches.ts', import.meta.url).href}` });
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
const beside: { name: string; span: Span; statuses: number[]; stretchMs: number }[] = [];
for (const request of requests) {
  logProgress(`largest: ${request.name}`);
  const statuses: number[] = [];
  const repeat = async (clients: number): Promise<void> => {
    const until = performance.now() + Number(values.ms);
    do {
      statuses.push(...(await Promise.all(Array.from({ length: clients }, () => send(request)))));
    } while (performance.now() < until);
  };
  let stretchMs = 0;
  await readLongestStretch();
  const span = await during(async () => {
    await repeat(1);
    stretchMs = await readLongestStretch();
    await repeat(atOnce);
  });
  beside.push({ name: request.name, span, statuses, stretchMs });
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
  const rows = beside.map(({ span, ...one }) => ({ ...one, own: of(span) }));
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
  printTitles('The event loop, held by one of the requests', 'ms of processor time at a stretch', 'aim', 'answer');
  for (const { name, stretchMs, statuses } of rows.toSorted((a, b) => b.stretchMs - a.stretchMs).slice(0, shown))
    line(name, ms(stretchMs), `≤ ${aims.stretchMs}`, statuses[0] ?? '');
  const holding = rows.filter(({ stretchMs }) => stretchMs > mostStretchMs);
  for (const { name } of holding) console.log(`\nholds the event loop: ${name}`);
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

/** How long the main thread of the API has computed without a turn of its event loop, at most, since this was last asked. */
async function readLongestStretch(): Promise<number> {
  const answered = once(api.child, 'message') as Promise<[{ longestStretchMs: number }]>;
  api.child.send('longest stretch');
  return (await answered)[0].longestStretchMs;
}

/** Whether a request takes away what others are about. */
function isFinal({ method, name }: LargestRequest): boolean {
  return method === 'DELETE' || /erase|deactivate|settings/.test(name);
}

/** Small bodies whose work grows with what is stored: with the questions, and with people, their absences and their regions. */
function listSmallRequests(): LargestRequest[] {
  const text = { en: 'Is one more clear?' };
  const question = { kind: 'yes_no', text, audience: { type: 'tenant' }, frequency: 'weekly' };
  const ask = (method: string, path: string, body: object): LargestRequest => ({
    method,
    path,
    name: `${method} ${path}: a small body`,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
    callers: ['user'],
  });
  return [
    ask('POST', '/v1/questions', question),
    ask('PATCH', '/v1/admin/settings', { workingDays: 'Tuesday', region: 'TW' }),
  ];
}

/** Reads first, then changes, then what leaves less for others. */
async function listRequests(): Promise<LargestRequest[]> {
  const by = { admin: tokens.user, leaf: await bench.token(loud.tenantId, loud.people.at(-1) ?? loud.root) };
  const things = await createThings(api.url, loud.people, by);
  const rank = (one: LargestRequest): number => (one.method === 'GET' ? 0 : isFinal(one) ? 2 : 1);
  const declared = servedSections.flatMap(({ endpoints, prefix = '/v1' }) =>
    endpoints.flatMap((one) => listLargestRequests(one, prefix, things)),
  );
  return [...declared, ...listSmallRequests()]
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

// Measures small reads, submitted summaries and moves in the tenant of 100,000 people against the floors, at 1, 16 and 64
// clients. The callers are many: a thousand managers of eight and their reports.
import { median } from 'simple-statistics';
import { addWeeks } from '../../src/rules/weeks.ts';
import { createRandom, pick } from '../random.ts';
import { fire, measureConcurrent, type Observed, type Rounds, type Shot, type Target } from './measure.ts';
import type { Throughput } from './measure.ts';
import { sendSteadily, percentile, type Kind } from './load.ts';
import { createOutboxWatch, measureNotifying } from './notifying.ts';
import type { ManagerOfEight, Population } from './population.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';
import { line, ms } from './tables.ts';

const rounds: Rounds[] = [
  { clients: 1, warmUp: 1, rounds: 9, seconds: 0.4 },
  { clients: 16, warmUp: 1, rounds: 9, seconds: 0.6 },
  { clients: 64, warmUp: 1, rounds: 9, seconds: 0.6 },
];
/** The database needs some twelve seconds under load to finish compiling a query. */
const warmUp: Rounds = { clients: 16, warmUp: 2, rounds: 0, seconds: 1 };
const fairness = { rounds: 9, clients: 64, seconds: 1 };
const generatorStartMs = 250;

/** What is aimed at: a share of the rate without a database for many clients, a multiple of p50 for one. */
const aims: Record<string, { one?: number; many: number }> = {
  'GET summary': { one: 1.1, many: 0.75 },
  'GET direct-reports (8)': { one: 1.3, many: 0.75 },
  'GET weekly-digest (8)': { one: 1.3, many: 0.75 },
  'GET non-setters (8)': { many: 0.75 },
  'GET board (6 goals)': { one: 1.3, many: 0.75 },
  'GET notifications (10)': { many: 0.75 },
  'PUT manager': { one: 2.5, many: 0.3 },
  'POST summary': { one: 2.5, many: 0.5 },
};

/** Measures and prints. */
export async function measureRequests(suite: Suite): Promise<void> {
  const population = await suite.large();
  const other = await suite.small();
  const server = await suite.startServer();
  const target = await suite.targetRoot(server.url, population);
  await untilReady(new URL(server.url).origin);
  const { neo4j, redis } = suite.servers.pids;
  const pids = [server.pid, neo4j, redis];

  const managers = await signTokens(suite, population.tenantId, population.managersOfEight);
  const { noDatabase, returnOne } = floors(managers);
  const reads = createReads(population, managers);
  const move = createMove(population);
  const shots = [noDatabase, returnOne, ...reads, move];
  logProgress('requests: warming up');
  await measureConcurrent(target, shots, warmUp, { pids });
  await printRounds('Request', target, shots, { pids });
  await measureFairness(suite, target, reads, other);

  const worker = await suite.startWorker({ LOG_LEVEL: 'error' });
  await untilReady(worker.url);
  const workerPid = worker.child.pid ?? null;
  const untilDrained = createOutboxWatch(suite.graph);
  await untilDrained(); // trend detection starts with the worker
  const submit = await createSubmit(suite, population);
  const withWorker: Observed = { pids: [...pids, workerPid], settle: untilDrained };
  logProgress('requests: summaries, warming up');
  await measureConcurrent(target, [submit], warmUp, withWorker);
  await printRounds('Request, one worker running', target, [noDatabase, returnOne, submit], withWorker);
  await measureNotifying({
    graph: suite.graph,
    target,
    submit,
    untilDrained,
    pids: { worker: workerPid, neo4j, redis },
    worker: worker.child,
  });
  await worker.stop();
  console.log(`\nPeak memory of the API in these requests: ${await server.readPeakMegabytes()} MB`);
  await server.stop();
}

/** Prints a table of medians of the rounds, each compared with the floors of its round. */
async function printRounds(title: string, target: Target, shots: Shot[], observed: Observed): Promise<void> {
  console.log('');
  const ratios = ['× no database (our HTTP stack)', 'p50 × `RETURN 1`', 'aim', 'CPU ms/request'];
  line('Clients', title, 'p50 ms', 'p99 ms', 'requests/s', ...ratios);
  line('---:', '---', ...Array.from({ length: 7 }, () => '---:'));
  for (const round of rounds) {
    logProgress(`requests: ${round.clients} clients`);
    const measured = await measureConcurrent(target, shots, round, observed);
    for (const [name, own] of Object.entries(measured)) {
      const middle = (of: keyof Throughput): number => median(own.map((each) => each[of]));
      const ratio = (of: keyof Throughput, floor: string): string =>
        median(own.map((each, at) => each[of] / (measured[floor]?.[at]?.[of] ?? NaN))).toFixed(2);
      line(
        ...[round.clients, name, ms(middle('p50')), ms(middle('p99')), Math.round(middle('perSecond'))],
        ...[ratio('perSecond', 'no database'), ratio('p50', '`RETURN 1`')],
        ...[formatAim(name, round.clients), middle('cpuMs').toFixed(2)],
      );
    }
  }
}

function formatAim(name: string, clients: number): string {
  const { one, many } = aims[name] ?? {};
  if (clients > 1) return many ? `≥ ${many} × no database` : '';
  return one ? `≤ ${one} × \`RETURN 1\`` : '';
}

type Caller = ManagerOfEight & { token: string };

async function signTokens(suite: Suite, tenantId: string, managers: ManagerOfEight[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const manager of managers) callers.push({ ...manager, token: await suite.token(tenantId, manager.id) });
  return callers;
}

/** Returns a shot that each manager sends in turn. */
function createShot(name: string, managers: Caller[], path: (manager: Caller, turn: number) => string): Shot {
  const at = (turn: number): Caller => managers[turn % managers.length] as Caller;
  return { name, path: (turn) => path(at(turn), turn), token: (turn) => at(turn).token };
}

function floors(managers: Caller[]): Record<'noDatabase' | 'returnOne', Shot> {
  return {
    noDatabase: createShot('no database', managers, ({ id }) => `/floor/no-database/${id}`),
    returnOne: createShot('`RETURN 1`', managers, ({ id }) => `/floor/return-one/${id}`),
  };
}

function createReads({ week, later }: Population, managers: Caller[]): Shot[] {
  return [
    createShot('GET summary', managers, ({ summaryIds }, turn) => `/summaries/${summaryIds[turn % summaryIds.length]}`),
    createShot('GET direct-reports (8)', managers, ({ id }) => `/org/users/${id}/direct-reports`),
    createShot('GET weekly-digest (8)', managers, () => `/summaries/reports/weekly-digest?weekStart=${week}`),
    createShot('GET non-setters (8)', managers, () => `/goals/reports/non-setters?period=${later}`),
    createShot('GET board (6 goals)', managers, () => '/goals/board'),
    createShot('GET notifications (10)', managers, () => '/notifications?limit=10'),
  ];
}

/** An admin moves random people without reports under random managers. */
function createMove({ movers: { leaves, managers } }: Population): Shot {
  const random = createRandom('moves');
  return {
    name: 'PUT manager',
    method: 'PUT',
    path: () => `/admin/org-chart/users/${pick(random, leaves)}/manager`,
    body: () => JSON.stringify({ managerId: pick(random, managers) }),
  };
}

/** The reports of the managers submit their summaries of a past week, then of the week before it. */
async function createSubmit(suite: Suite, { tenantId, managersOfEight, week }: Population): Promise<Shot> {
  const writers: string[] = [];
  for (const { reports } of managersOfEight) for (const id of reports) writers.push(await suite.token(tenantId, id));
  const text = 'x'.repeat(200);
  const texts = { proud: text, obstacles: text, learned: text, important: text };
  const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
  return {
    name: 'POST summary',
    method: 'POST',
    path: () => '/summaries',
    token: (turn) => writers[turn % writers.length] ?? '',
    body: (turn) => {
      const weekStart = addWeeks(week, -10 - Math.floor(turn / writers.length));
      return JSON.stringify({ weekStart, scores, ...texts });
    },
  };
}

/** Measures the reads of one client of the other tenant, alone and beside 64 clients of the large tenant. */
async function measureFairness(suite: Suite, target: Target, reads: Shot[], other: Population): Promise<void> {
  logProgress('requests: fairness');
  const neighbours = await signTokens(suite, other.tenantId, other.managersOfEight);
  const { origin, pathname } = new URL(target.url);
  const ownReads = createReads(other, neighbours);
  const kinds = Array.from({ length: ownReads.length * 10 }, (_, turn): Kind => {
    const shot = ownReads[turn % ownReads.length] as Shot;
    return { name: shot.name, method: 'GET', path: pathname + shot.path(turn), token: shot.token?.(turn) ?? '' };
  });
  const mixed: Shot = {
    name: 'mixed reads',
    path: (turn) => reads[turn % reads.length]?.path(turn) ?? '',
    token: (turn) => reads[turn % reads.length]?.token?.(turn) ?? '',
  };
  const measureNeighbour = async (beside: Promise<unknown>): Promise<number> => {
    const stop = new AbortController();
    const started = performance.now();
    const load = { url: origin, kinds, perSecond: null, connections: 1, signal: stop.signal };
    const sending = sendSteadily(load);
    await beside;
    stop.abort();
    const samples = (await sending).filter(({ sentAt }) => sentAt > started + generatorStartMs);
    const refused = samples.find(({ status }) => status !== 200);
    if (refused) throw new Error(`${refused.kind}: ${refused.status}`);
    return percentile(
      samples.map((sample) => sample.ms),
      0.5,
    );
  };
  const measured: { quiet: number; beside: number; perSecond: number }[] = [];
  for (let round = -1; round < fairness.rounds; round += 1) {
    const quiet = await measureNeighbour(new Promise((resolve) => setTimeout(resolve, fairness.seconds * 1_000)));
    const load = fire(target, mixed, fairness.clients, fairness.seconds, { pids: [] });
    const beside = await measureNeighbour(load);
    const { perSecond } = await load;
    if (round >= 0) measured.push({ quiet, beside, perSecond });
  }
  const middle = (read: (each: (typeof measured)[number]) => number): number => median(measured.map(read));
  console.log('');
  line('One client of another tenant, the same reads', 'p50 ms', '× quiet', 'aim', 'requests/s of the 64 clients');
  line('---', '---:', '---:', '---:', '---:');
  line('quiet', ms(middle(({ quiet }) => quiet)), '1.00', '', '');
  const ratio = middle(({ quiet, beside }) => beside / quiet).toFixed(2);
  const served = Math.round(middle(({ perSecond }) => perSecond));
  line(`beside ${fairness.clients} clients of one tenant`, ms(middle(({ beside }) => beside)), ratio, '≤ 3', served);
}

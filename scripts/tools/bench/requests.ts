// Measures small reads, submitted summaries and moves in the tenant of 100,000 people against the floors, at 1, 16 and 64
// clients. The callers are many: a thousand managers of eight and their reports.
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { startMailbox } from '../../stack/mailbox.ts';
import { measureFairness } from './fairness.ts';
import { sized } from './form.ts';
import { measureConcurrent, type Observed, type Rounds } from './measure.ts';
import { createOutboxWatch, measureNotifying } from './notifying.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import {
  createGoalSpecs,
  createMove,
  createPlainKoa,
  createReads,
  createReturnOne,
  createSubmit,
  plainKoa as plainKoaName,
  signTokens,
} from './request-specs.ts';
import type { Suite } from './suite.ts';
import { printRates } from './tables.ts';

const rounds: Rounds[] = sized(
  [
    { clients: 1, warmUp: 1, rounds: 9, seconds: 0.4 },
    { clients: 16, warmUp: 1, rounds: 9, seconds: 0.6 },
    { clients: 64, warmUp: 1, rounds: 9, seconds: 0.6 },
  ],
  [{ clients: 16, warmUp: 0, rounds: 3, seconds: 0.2 }],
);
/** The database needs some twelve seconds under load to finish compiling a query. */
const warmUp: Rounds = { clients: 16, warmUp: sized(2, 1), rounds: 0, seconds: sized(1, 0.3) };

const ratios = [
  { of: 'perSecond', floor: plainKoaName },
  { of: 'p50', floor: '`RETURN 1`' },
] as const satisfies Parameters<typeof printRates>[0]['ratios'];

const read = { one: 1.1, few: 0.65, many: 0.65 };
/** What is aimed at: a multiple of p50 of `RETURN 1` for one client, a share of the rate of plain Koa for 16 and for 64. */
const aims: Record<string, { one: number; few: number; many: number }> = {
  'GET summary': read,
  'GET direct-reports (8)': read,
  'GET weekly-digest (8)': read,
  'GET non-setters (8)': read,
  'GET board (6 goals)': read,
  'GET notifications (10)': read,
  'PUT manager': { one: 2.5, few: 0.28, many: 0.34 },
  'POST summary': { one: 2.5, few: 0.35, many: 0.4 },
};

/** Measures and prints. */
export async function measureRequests(suite: Suite): Promise<void> {
  const population = await suite.large();
  const other = await suite.small();
  const server = await suite.startServer();
  const floor = await suite.startPlainKoa();
  const target = await suite.targetRoot(server.url, population);
  await untilReady(new URL(server.url).origin);
  const { neo4j, redis } = suite.servers.pids;
  const pids = [server.pid, floor.pid, neo4j, redis];

  const managers = await signTokens(suite, population.tenantId, population.managersOfEight);
  const plainKoa = createPlainKoa(managers, floor.url);
  const returnOne = createReturnOne(managers);
  const reads = createReads(population, managers);
  const move = createMove(population);
  const specs = [plainKoa, returnOne, ...reads, move];
  logProgress('requests: warming up');
  await measureConcurrent(target, specs, warmUp, { pids });
  const table = { target, rounds, ratios, aim: formatAim };
  await printRates({ ...table, title: 'Request', specs, observed: { pids } });
  const goals = [plainKoa, returnOne, ...createGoalSpecs(managers)];
  await printRates({ ...table, title: 'Request', specs: goals, observed: { pids } });
  const neighbours = await signTokens(suite, other.tenantId, other.managersOfEight);
  await measureFairness(target, reads, createReads(other, neighbours));

  const mailbox = await startMailbox(); // for reminders that a weekend has delayed
  const worker = await suite.startWorker({ SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' });
  await untilReady(worker.url);
  const workerPid = worker.child.pid ?? null;
  const untilDrained = createOutboxWatch(suite.graph);
  await untilDrained(); // trend detection starts with the worker
  const writers = managers.flatMap(({ reports }) => reports);
  const tokens = await Promise.all(writers.map((id) => suite.token(population.tenantId, id)));
  const submit = createSubmit(tokens, addWeeks(population.week, -10));
  const withWorker: Observed = { pids: [...pids, workerPid], settle: untilDrained };
  logProgress('requests: summaries, warming up');
  await measureConcurrent(target, [submit], warmUp, withWorker);
  const submitted = [plainKoa, returnOne, submit];
  await printRates({ ...table, title: 'Request, one worker running', specs: submitted, observed: withWorker });
  await measureNotifying({
    graph: suite.graph,
    target,
    submit,
    untilDrained,
    pids: { worker: workerPid, neo4j, redis },
    worker: worker.child,
  });
  await worker.stop();
  await mailbox.stop();
  console.log(`\nPeak memory of the API in these requests: ${await server.readPeakMegabytes()} MB`);
  await Promise.all([server.stop(), floor.stop()]);
}

function formatAim(name: string, clients: number): string {
  const aim = aims[name];
  if (!aim) return '';
  if (clients === 1) return `≤ ${aim.one} × \`RETURN 1\``;
  return `≥ ${clients <= 16 ? aim.few : aim.many} × plain Koa`;
}

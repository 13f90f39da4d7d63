// Measures two APIs against one, and three workers against one, on one database, and checks what came of it.
import { median, sum } from 'simple-statistics';
import { addWeeks } from '../../../src/rules/weeks.ts';
import { runLoad, type RequestSpec } from '../measure.ts';
import { createOutboxWatch } from '../notifying.ts';
import { sumProcessorTime, type Pid } from '../processor-time.ts';
import { logProgress } from '../progress.ts';
import { createSubmit } from '../request-specs.ts';
import { untilReady, type Bench, type Process } from '../service.ts';
import { line, ms } from '../tables.ts';
import type { Callers } from './callers.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { newestWeek } from './population.ts';
import { createReads } from './reads.ts';

const clients = 64;
const rounds = 5;
const seconds = 2;
const drainRounds = 3;
const readyWithinMs = 600_000;
/** Summaries are submitted for weeks before those that are in the database. */
const weeksBefore = 60;

type Run = { perSecond: number; p50: number; p99: number; cpuMs: number };

/** Measures and prints. */
export async function measureSeveral(bench: Bench, callers: Callers): Promise<void> {
  const since = new Date().toISOString();
  const sink = await startMailSink();
  const apis = [await bench.startApi(), await bench.startApi()];
  for (const { url } of apis) await untilReady(url, readyWithinMs);
  const startWorker = async (): Promise<Process> => {
    const worker = await bench.startWorker({ SES_ENDPOINT: sink.url, EMAILS_PER_SECOND: '1000', LOG_LEVEL: 'error' });
    await untilReady(worker.url, readyWithinMs);
    return worker;
  };
  const { neo4j, redis } = bench.servers.pids;
  const pids = [...apis.map(({ child }) => child.pid ?? null), neo4j, redis];
  const urls = apis.map(({ url }) => `${url}/v1`);

  logProgress('two APIs: reads');
  const mix = mixReads(createReads(callers));
  await runLoadAt(urls, mix, pids); // warm-up
  const reads = await measureAlternately(urls, mix, pids);
  logProgress('two APIs and one worker: summaries');
  const people = callers.active.flatMap(({ reports }) => reports);
  const tokens = await Promise.all(people.map(({ tenantId, id }) => bench.token(tenantId, id)));
  const submit = createSubmit(tokens, addWeeks(newestWeek, -weeksBefore));
  const workers = [await startWorker()];
  const untilDrained = createOutboxWatch(bench.graph);
  await runLoadAt(urls, submit, pids); // warm-up
  await untilDrained();
  const submits: Record<number, Run[]> = { 1: [], 2: [] };
  const drains: Record<number, Drain[]> = { 1: [], 3: [] };
  for (const count of [1, 3]) {
    while (workers.length < count) workers.push(await startWorker());
    logProgress(`two APIs and ${count} of three workers: summaries`);
    for (let round = 0; round < drainRounds; round += 1) {
      for (const { child } of workers) child.kill('SIGSTOP');
      const measured = await measureAlternately(urls, submit, pids, 1);
      for (const used of [1, 2]) submits[used]?.push(...(measured[used] ?? []));
      drains[count]?.push(await drain(bench, workers, untilDrained));
    }
  }
  printRuns({ 'reads: a summary, a digest, direct reports': reads, 'POST summary, workers paused': submits });
  printDrains(drains);
  await printOutcome(bench, callers, since, sink);
  for (const each of [...apis, ...workers]) await each.stop();
  await sink.stop();
}

/** Sends all reads in turn as one kind of request. */
function mixReads(specs: RequestSpec[]): RequestSpec {
  const at = (turn: number): RequestSpec => specs[turn % specs.length] as RequestSpec;
  return {
    name: 'mix of reads',
    path: (turn) => at(turn).path(turn),
    token: (turn) => at(turn).token?.(turn) ?? '',
  };
}

/** Sends to the first API alone, then to both, in turn. @returns the runs by the number of APIs */
async function measureAlternately(
  urls: string[],
  spec: RequestSpec,
  pids: Pid[],
  times = rounds,
): Promise<Record<number, Run[]>> {
  const runs: Record<number, Run[]> = { 1: [], 2: [] };
  for (let round = 0; round < times; round += 1) {
    for (const used of [1, 2]) runs[used]?.push(await runLoadAt(urls.slice(0, used), spec, pids));
  }
  return runs;
}

/** Sends from 64 clients, divided among the APIs. */
async function runLoadAt(urls: string[], spec: RequestSpec, pids: Pid[]): Promise<Run> {
  const before = sumProcessorTime(pids);
  const measured = await Promise.all(
    urls.map((url) => runLoad({ url, token: '' }, spec, clients / urls.length, seconds, { pids: [] })),
  );
  const cpuMs = (sumProcessorTime(pids) - before) / sum(measured.map(({ count }) => count));
  return {
    perSecond: sum(measured.map(({ perSecond }) => perSecond)),
    p50: median(measured.map(({ p50 }) => p50)),
    p99: Math.max(...measured.map(({ p99 }) => p99)),
    cpuMs,
  };
}

type Drain = { events: number; perSecond: number; cpuMs: number };

/** Lets the workers go on until nothing is pending. Events are notifications and e-mails. */
async function drain(bench: Bench, workers: Process[], untilDrained: () => Promise<void>): Promise<Drain> {
  const pids = [...workers.map(({ child }) => child.pid ?? null), bench.servers.pids.neo4j, bench.servers.pids.redis];
  const since = new Date().toISOString();
  for (const { child } of workers) child.kill('SIGCONT');
  const [before, started] = [sumProcessorTime(pids), performance.now()];
  await untilDrained();
  const elapsed = (performance.now() - started) / 1_000;
  const cpuMs = sumProcessorTime(pids) - before;
  const [row] = await bench.graph.statement(
    "MATCH (event:OutboxEvent {status: 'done'}) WHERE event.endedAt >= datetime($since) RETURN count(event) AS count",
    { since },
  );
  const events = Number(row?.['count']);
  return { events, perSecond: events / elapsed, cpuMs: cpuMs / events };
}

function printRuns(all: Record<string, Record<number, Run[]>>): void {
  console.log('');
  line(`${clients} clients`, 'APIs', 'requests/s', '× one API', 'p50 ms', 'p99 ms', 'CPU ms/request');
  line('---', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const [name, runs] of Object.entries(all)) {
    for (const [used, own] of Object.entries(runs)) {
      const middle = (of: keyof Run): number => median(own.map((run) => run[of]));
      const ratio = median(own.map(({ perSecond }, at) => perSecond / (runs[1]?.[at]?.perSecond ?? NaN)));
      const cells = [Math.round(middle('perSecond')), ratio.toFixed(2), ms(middle('p50')), ms(middle('p99'))];
      line(name, used, ...cells, middle('cpuMs').toFixed(2));
    }
  }
}

function printDrains(drains: Record<number, Drain[]>): void {
  const rate = (runs: Drain[] = []): number => median(runs.map(({ perSecond }) => perSecond));
  console.log('');
  line('Workers', 'events in a round', 'events/s, notifications and mails', '× one worker', 'CPU ms/event');
  line('---:', '---:', '---:', '---:', '---:');
  for (const [count, runs] of Object.entries(drains)) {
    const events = Math.round(median(runs.map((run) => run.events)));
    const cpuMs = median(runs.map((run) => run.cpuMs)).toFixed(2);
    line(count, events, Math.round(rate(runs)), (rate(runs) / rate(drains[1])).toFixed(2), cpuMs);
  }
}

/** Counts what the requests have left: each summary has one event, one notification and one mail. */
async function printOutcome(bench: Bench, { active }: Callers, since: string, sink: MailSink): Promise<void> {
  const tenantIds = [...new Set(active.flatMap(({ reports }) => reports.map(({ tenantId }) => tenantId)))];
  const count = async (pattern: string): Promise<number> => {
    const text = `UNWIND $tenantIds AS tenantId MATCH ${pattern} RETURN count(DISTINCT node.id) AS count`;
    const [row] = await bench.graph.statement(text, { tenantIds, since });
    return Number(row?.['count']);
  };
  const outcome = {
    summaries: await count(
      '(node:Summary {tenantId: tenantId}) WHERE node.weekStart IS NOT NULL AND node.id IS NOT NULL AND node.createdAt >= datetime($since)',
    ),
    'events done': await count(
      "(node:OutboxEvent {status: 'done'}) WHERE node.endedAt >= datetime($since) AND node.tenantId = tenantId AND node.type = 'weekly_summary.submitted'",
    ),
    notifications: await count(
      "(node:Notification {tenantId: tenantId}) WHERE node.eventId IS NOT NULL AND node.userId IS NOT NULL AND node.createdAt >= datetime($since) AND node.type = 'weekly_summary.submitted'",
    ),
    'mailed notifications': sink.counts.size,
    mails: sum([...sink.counts.values()]),
    'events dead': await count(
      "(node:OutboxEvent {status: 'dead'}) WHERE node.endedAt IS NOT NULL AND node.tenantId = tenantId",
    ),
  };
  console.log(`\nOf two APIs and three workers: ${JSON.stringify(outcome)}.`);
}

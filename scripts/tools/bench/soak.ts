// `npm run soak [-- --minutes 120 --rate 80]`: mixed requests for hours, with a worker, moves, uploads of profiles and
// a Monday run in the middle. Prints errors, latencies at the start and at the end, and how memory and open files
// drift.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { linearRegression, mean } from 'simple-statistics';
import { openWeeklyRuns } from '../../../src/jobs/weekly-runs.ts';
import { getCurrentMonday } from '../../../src/rules/weeks.ts';
import { startMailbox } from '../../stack/mailbox.ts';
import { createImporter } from './imports.ts';
import { percentile, sendAndWatch, type Sample, type Sent } from './load.ts';
import { createMix } from './mix.ts';
import { populateSmall } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';
import { line, ms } from './tables.ts';

const connections = 200;
const observeEveryMs = 5_000;
const uploadEveryMs = 30_000;
/** Caches fill and code is compiled first; drift is measured over the rest. */
const settledAfter = 1 / 3;
/** The share of the run at its end, and after the settling, whose latencies are compared. */
const compared = 1 / 6;

/** What a process holds at a moment, in minutes since the start. */
type Observation = { minute: number; megabytes: number; files: number };

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { minutes: { type: 'string', default: '120' }, rate: { type: 'string', default: '80' } },
});
const [minutes, perSecond] = [Number(values.minutes), Number(values.rate)];

/** The page cache is smaller than the store, so that it is full before drift is measured: Neo4j may fill it. */
const memory = { heap: '2g', pageCache: '64m' };

const bench = await startBench('bench-soak', { memory });
const mailbox = await startMailbox();
const kinds = await createMix(bench); // before the API starts: Neo4j plans queries again when its data grows this much
const uploader = await populateSmall(bench.graph);
const api = await bench.startApi();
const worker = await bench.startWorker({ SES_ENDPOINT: mailbox.url });
for (const { url } of [api, worker]) await untilReady(url);
const token = await bench.token(uploader.tenantId, uploader.root);
const { importOne } = await createImporter({ url: `${api.url}/v1`, token }, uploader.root);
const pids = { API: api.child.pid, worker: worker.child.pid, Neo4j: bench.servers.pids.neo4j };

logProgress(`${minutes} minutes at ${perSecond} requests/s`);
const started = performance.now();
const durationMs = minutes * 60_000;
const signal = AbortSignal.timeout(durationMs);
try {
  const [sent, observed, uploads, recipients] = await Promise.all([
    sendAndWatch({ url: api.url, kinds, perSecond, connections, signal }),
    observe(),
    upload(),
    openMondayRuns(),
  ]);
  print({ ...sent, observed, uploads, recipients, mails: await countMails() });
} finally {
  await bench.stop();
  await mailbox.stop();
}
process.exit(0);

async function observe(): Promise<Record<string, Observation[]>> {
  const all: Record<string, Observation[]> = Object.fromEntries(Object.keys(pids).map((name) => [name, []]));
  while (!signal.aborted) {
    const minute = (performance.now() - started) / 60_000;
    for (const [name, pid] of Object.entries(pids)) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
      all[name]?.push({ minute, megabytes, files: readdirSync(`/proc/${pid}/fd`).length });
    }
    await sleep(observeEveryMs);
  }
  return all;
}

/** Uploads profiles and waits until each is parsed. @returns how many, and how many failed */
async function upload(): Promise<{ parsed: number; failed: number }> {
  const counts = { parsed: 0, failed: 0 };
  while (!signal.aborted) {
    await importOne().then(
      () => (counts.parsed += 1),
      () => (counts.failed += 1),
    );
    await sleep(uploadEveryMs);
  }
  return counts;
}

/**
 * Opens the digest and the reminders of this week in every tenant; their own schedules are off.
 *
 * @returns how many people receive one
 */
async function openMondayRuns(): Promise<number> {
  await sleep(durationMs / 2);
  logProgress('the Monday run');
  const now = new Date().toISOString();
  const monday = getCurrentMonday(now, '+00:00');
  const { tenants } = await bench.graph.bind({}).one<{ tenants: { tenantId: string }[] }>('tenants/schedules');
  let recipients = 0;
  for (const { tenantId } of tenants) {
    const { digest, nonSetters } = await openWeeklyRuns(bench.graph, tenantId, monday, now);
    recipients += (digest ?? 0) + (nonSetters ?? 0);
  }
  return recipients;
}

async function countMails(): Promise<number> {
  const response = await fetch(`${mailbox.url}/store`, { signal: AbortSignal.timeout(60_000) });
  return ((await response.json()) as { emails: unknown[] }).emails.length;
}

function sleep(forMs: number): Promise<void> {
  return pause(forMs, undefined, { signal }).catch(() => undefined);
}

type Results = Sent & {
  observed: Record<string, Observation[]>;
  uploads: { parsed: number; failed: number };
  recipients: number;
  mails: number;
};

function print({ samples, delayMs, observed, uploads, recipients, mails }: Results): void {
  const counts: Record<string, number> = {};
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1;
  console.log(`\n${minutes} minutes, ${samples.length} requests by status: ${JSON.stringify(counts)}.`);
  console.log(
    `Profiles: ${uploads.parsed} parsed, ${uploads.failed} failed. Delay of the load generator: ${ms(delayMs)} ms (p99).`,
  );
  console.log(`Monday run: ${recipients} people to tell; ${mails} mails arrived by the end.`);
  for (const { kind, status, sentAt } of samples
    .filter((sample) => sample.status >= 300 || sample.status === 0)
    .slice(0, 20))
    console.log(`- ${status} after ${((sentAt - started) / 60_000).toFixed(1)} minutes: ${kind}`);
  const settledMs = durationMs * settledAfter;
  const first = between(samples, settledMs, settledMs + durationMs * compared);
  const last = between(samples, durationMs * (1 - compared), durationMs);
  console.log('');
  line('Latency, ms', 'after settling', 'at the end');
  line('---', '---:', '---:');
  for (const share of [0.5, 0.95, 0.99])
    line(`p${share * 100}`, ...[first, last].map((part) => ms(percentile(part, share))));
  console.log('');
  line('Process', 'MB after settling', 'MB at the end', 'drift of memory', 'open files, first and last');
  line('---', '---:', '---:', '---:', '---:');
  for (const [name, all] of Object.entries(observed)) {
    const settled = all.filter(({ minute }) => minute >= minutes * settledAfter);
    line(name, ...describe(settled), `${settled[0]?.files} → ${settled.at(-1)?.files}`);
  }
}

function between(samples: readonly Sample[], fromMs: number, toMs: number): number[] {
  const inside = ({ sentAt }: Sample): boolean => sentAt - started >= fromMs && sentAt - started < toMs;
  return samples.filter(inside).map((sample) => sample.ms);
}

/** Memory at both ends of the line of least squares, and the difference as a share of the mean. */
function describe(settled: Observation[]): string[] {
  const { m, b } = linearRegression(settled.map(({ minute, megabytes }) => [minute, megabytes]));
  const [from, to] = [settled[0]?.minute ?? NaN, settled.at(-1)?.minute ?? NaN];
  const drift = (m * (to - from)) / mean(settled.map(({ megabytes }) => megabytes));
  return [(b + m * from).toFixed(0), (b + m * to).toFixed(0), `${(drift * 100).toFixed(1)} %`];
}

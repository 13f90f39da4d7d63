// Measures what the worker costs: the processor time of a summary notified in-app, from its event to the notification.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from 'simple-statistics';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { sized } from './form.ts';
import { runLoad, type RequestSpec, type Target } from './measure.ts';
import { readProcessorTime, type Pid } from './processor-time.ts';
import { logProgress } from './progress.ts';
import { line, printTitles } from './tables.ts';

const rounds = sized(5, 1);
const load = { clients: 16, seconds: sized(1, 0.2) };
const pollIntervalMs = 100;
/** As long as a busy machine may take; a worker that has stopped ends the run. */
const drainedWithinMs = 300_000;

/** Returns a function that waits until no event is pending. Polls, since there is no event for that. */
export function createOutboxWatch(graph: GraphClient): () => Promise<void> {
  return async () => {
    const deadline = performance.now() + drainedWithinMs;
    for (;;) {
      const { count, types } = await findPending(graph);
      if (count === 0) return;
      if (performance.now() > deadline)
        throw new Error(`After ${drainedWithinMs / 1_000} s, ${count} events were pending: ${types.join(', ')}.`);
      await pause(pollIntervalMs);
    }
  };
}

type Notifying = {
  graph: GraphClient;
  target: Target;
  submit: RequestSpec;
  untilDrained: () => Promise<void>;
  worker: ChildProcess;
  pids: Record<'worker' | 'neo4j' | 'redis', Pid>;
};

/** Measures and prints. The worker is paused while summaries are submitted, so that nothing else costs processor time. */
export async function measureNotifying({
  graph,
  target,
  submit,
  untilDrained,
  worker,
  pids,
}: Notifying): Promise<void> {
  logProgress('requests: notifications in-app');
  const processes = Object.entries(pids);
  const measured: { costs: number[]; perSecond: number }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    worker.kill('SIGSTOP');
    await runLoad(target, submit, load.clients, load.seconds, { pids: [] });
    const { count } = await findPending(graph);
    worker.kill('SIGCONT');
    const before = processes.map(([, pid]) => readProcessorTime(pid));
    const started = performance.now();
    await untilDrained();
    const seconds = (performance.now() - started) / 1_000;
    const costs = processes.map(([, pid], at) => (readProcessorTime(pid) - (before[at] ?? NaN)) / count);
    if (round >= 0) measured.push({ costs, perSecond: count / seconds });
  }
  const middle = (read: (each: (typeof measured)[number]) => number): number => median(measured.map(read));
  const total = middle(({ costs }) => costs.reduce((sum, cost) => sum + cost, 0));
  const costs = processes.map(([name]) => `CPU ms, ${name}`);
  printTitles('A summary notified in-app, mail apart', ...costs, 'CPU ms', 'aim', 'events/s');
  line(
    'one worker, no other load',
    ...processes.map((_, at) => middle(({ costs }) => costs[at] ?? NaN).toFixed(2)),
    total.toFixed(2),
    '≤ 1.5',
    Math.round(middle(({ perSecond }) => perSecond)),
  );
}

/** Without what is planned for another day, such as the mails of a weekend, and hand-overs, which wait for minutes. */
async function findPending(graph: GraphClient): Promise<{ count: number; types: string[] }> {
  const [row] = await graph.statement(
    `MATCH (event:OutboxEvent {status: 'pending'})
     WHERE event.dueAt IS NOT NULL AND event.plannedFor IS NULL
       AND NOT (event.type = 'weekly_summary.handed_over' AND event.dueAt > datetime() + duration('PT2M'))
     RETURN count(event) AS count, collect(DISTINCT event.type) AS types`,
  );
  return row as { count: number; types: string[] };
}

// Measures trend detection for 10,000 people who have checked in for a year.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { splitIntoBatches } from '../../../src/platform/lib/loops.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { runInBatches, createChart } from './chart.ts';
import type { Measured } from './detection.ts';
import { sized } from './form.ts';
import { line, printTitles } from './tables.ts';

const peopleCount = sized(10_000, 100);
const weekCount = 52;
const recentWeeks = 5;
const shiftInterval = sized(500, 20);
const lastWeek = '2026-11-09';
const batchSize = 250;

export type History = { tenantId: string; week: string };

/** Writes the tenant, in about a minute. The recent scores of one person in five hundred are lower. */
export async function populateHistory(graph: GraphClient): Promise<History> {
  const chart = createChart();
  const root = chart.addPerson();
  const { head, below } = chart.tree(peopleCount - 2, root);
  const { tenantId } = await chart.write(graph);
  const people = [root, head, ...below].map((id, place) => ({ id, shifted: place % shiftInterval === 0 }));
  const weeks = Array.from({ length: weekCount }, (_, weeksAgo) => ({
    start: new Date(Date.parse(lastWeek) - weeksAgo * 7 * 86_400_000).toISOString().slice(0, 10),
    recent: weeksAgo < recentWeeks,
  }));
  for (const batch of splitIntoBatches(people, batchSize)) {
    await runInBatches(graph, tenantId, batch, (people) => ['bench/create_history', { people, weeks }]);
  }
  return { tenantId, week: lastWeek };
}

/** Runs the detection in a separate process, and prints. @param environment the addresses of the servers */
export async function measureTrends(history: History, environment: Record<string, string>): Promise<void> {
  const worker = fork(path.join(projectFolder, 'scripts', 'tools', 'bench', 'detection.ts'), {
    env: { ...process.env, ...environment, BENCH_DETECTION: JSON.stringify(history) },
  });
  const [measured] = (await once(worker, 'message')) as [Measured];
  const { people, flags, detectSeconds, storeSeconds, busyMs, restMegabytes, peakMegabytes } = measured;
  const checkIns = people * weekCount;
  printTitles(
    'Trends of a week',
    'people',
    'check-ins',
    'flags',
    's to detect',
    'check-ins/s',
    's to store',
    'longest ms busy',
    'MB at rest',
    'MB at peak',
  );
  line(
    'one detection',
    people,
    checkIns,
    flags,
    detectSeconds.toFixed(1),
    Math.round(checkIns / detectSeconds),
    storeSeconds.toFixed(1),
    busyMs,
    restMegabytes,
    peakMegabytes,
  );
}

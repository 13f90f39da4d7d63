// Measures the detection of trends among 10,000 people who have checked in for a year.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { GraphClient } from '../../src/graph/client.ts';
import { projectFolder } from '../../src/graph/query-files.ts';
import { inBatches, newChart } from './chart.ts';
import type { Measured } from './detection.ts';
import { line } from './tables.ts';

const everybody = 10_000;
const weekCount = 52;
const recentWeeks = 5;
const shiftedOneIn = 500;
const lastWeek = '2026-11-09';
const peopleAtOnce = 250;

export type History = { tenantId: string; week: string };

/** Writes the tenant: one in five hundred feels worse of late; takes about a minute. */
export async function populateHistory(graph: GraphClient): Promise<History> {
  const chart = newChart();
  const root = chart.hire();
  const { head, below } = chart.tree(everybody - 2, root);
  const { tenantId } = await chart.write(graph);
  const people = [root, head, ...below].map((id, place) => ({ id, shifted: place % shiftedOneIn === 0 }));
  const weeks = Array.from({ length: weekCount }, (_, weeksAgo) => ({
    start: new Date(Date.parse(lastWeek) - weeksAgo * 7 * 86_400_000).toISOString().slice(0, 10),
    recent: weeksAgo < recentWeeks,
  }));
  for (let from = 0; from < people.length; from += peopleAtOnce) {
    const some = people.slice(from, from + peopleAtOnce);
    await inBatches(graph, tenantId, 'bench/create_history', 'people', some, { weeks });
  }
  return { tenantId, week: lastWeek };
}

/** Runs the detection in a process of its own, and prints. @param environment where the servers are */
export async function measureTrends(history: History, environment: Record<string, string>): Promise<void> {
  const worker = fork(path.join(projectFolder, 'dist', 'scripts', 'bench', 'detection.js'), {
    execArgv: [],
    env: { ...process.env, ...environment, BENCH_DETECTION: JSON.stringify(history) },
  });
  const [measured] = (await once(worker, 'message')) as [Measured];
  const { people, flags, lookSeconds, keepSeconds, busyMs, restMegabytes, peakMegabytes } = measured;
  const checkIns = people * weekCount;
  console.log('');
  line(
    'Trends of a week',
    'people',
    'check-ins',
    'flags',
    's to look',
    'check-ins/s',
    's to keep',
    'longest ms busy',
    'MB at rest',
    'MB at most',
  );
  line('---', ...Array.from({ length: 9 }, () => '---:'));
  line(
    ...['one detection', people, checkIns, flags, lookSeconds.toFixed(1), Math.round(checkIns / lookSeconds)],
    ...[keepSeconds.toFixed(1), busyMs, restMegabytes, peakMegabytes],
  );
}

// One detection of trends in a process of its own, as a worker makes it: how long it takes and what memory it needs.
import { readConfig } from '../../src/config.ts';
import { openGraph } from '../../src/graph/client.ts';
import { findTrends, keepTrends } from '../../src/jobs/detect-trends.ts';

const longestMs = { current: 0 };
const beatMs = 20;

const { tenantId, week } = JSON.parse(process.env['BENCH_DETECTION'] ?? '{}') as { tenantId: string; week: string };
const graph = openGraph(readConfig());
await graph.probe(5_000);
const atRest = process.memoryUsage().rss;
let beat = performance.now();
const heart = setInterval(() => {
  longestMs.current = Math.max(longestMs.current, performance.now() - beat - beatMs);
  beat = performance.now();
}, beatMs);
const started = performance.now();
const found = await findTrends(graph.bind({ tenantId }), week);
const looked = performance.now();
await keepTrends(graph, tenantId, found, { now: new Date().toISOString(), tell: true });
const kept = performance.now();
clearInterval(heart);
await graph.close();

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const measured = {
  people: found.people,
  flags: found.flags.length,
  lookSeconds: (looked - started) / 1_000,
  keepSeconds: (kept - looked) / 1_000,
  busyMs: Math.round(longestMs.current),
  restMegabytes: megabytes(atRest),
  peakMegabytes: megabytes(process.resourceUsage().maxRSS * 1_024),
};
export type Measured = typeof measured;
process.send?.(measured);
process.disconnect?.();

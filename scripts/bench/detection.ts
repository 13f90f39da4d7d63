// One detection of trends in a process of its own, as a worker makes it: how long it takes and what memory it needs.
import { readConfig } from '../../src/config.ts';
import { openGraph } from '../../src/graph/client.ts';
import { detectTrends, saveTrends } from '../../src/jobs/detect-trends.ts';

const longestMs = { current: 0 };
const beatMs = 20;

const { tenantId, week } = JSON.parse(process.env['BENCH_DETECTION'] ?? '{}') as { tenantId: string; week: string };
const graph = openGraph(readConfig());
await graph.probe(5_000);
const restMegabytes = process.memoryUsage().rss;
let beats = performance.now();
const heartbeat = setInterval(() => {
  longestMs.current = Math.max(longestMs.current, performance.now() - beats - beatMs);
  beats = performance.now();
}, beatMs);
const started = performance.now();
const detection = await detectTrends(graph.bind({ tenantId }), week);
const detectedAt = performance.now();
await saveTrends(graph, tenantId, detection, { now: new Date().toISOString(), tell: true });
const saved = performance.now();
clearInterval(heartbeat);
await graph.close();

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const measured = {
  people: detection.people,
  flags: detection.flags.length,
  lookSeconds: (detectedAt - started) / 1_000,
  keepSeconds: (saved - detectedAt) / 1_000,
  busyMs: Math.round(longestMs.current),
  restMegabytes: megabytes(restMegabytes),
  peakMegabytes: megabytes(process.resourceUsage().maxRSS * 1_024),
};
export type Measured = typeof measured;
process.send?.(measured);
process.disconnect?.();

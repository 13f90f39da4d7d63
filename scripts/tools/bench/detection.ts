// Runs one trend detection in a separate process, and reports its duration and memory.
import { readConfig } from '../../../src/platform/config/config.ts';
import { openGraph } from '../../../src/platform/graph/client.ts';
import { detectTrends, saveTrends } from '../../../src/features/trends/detect-trends.ts';

const longestMs = { current: 0 };
let peakBytes = 0; // maxRSS begins with that of the parent process
const tickMs = 20;

const { tenantId, week } = JSON.parse(process.env['BENCH_DETECTION'] ?? '{}') as { tenantId: string; week: string };
const graph = openGraph(readConfig());
await graph.probe(5_000);
const restBytes = process.memoryUsage().rss;
let lastTick = performance.now();
const timer = setInterval(() => {
  longestMs.current = Math.max(longestMs.current, performance.now() - lastTick - tickMs);
  lastTick = performance.now();
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, tickMs);
const started = performance.now();
const detection = await detectTrends(graph.bind({ tenantId }), week);
const detectedAt = performance.now();
await saveTrends(graph, tenantId, detection, { now: new Date().toISOString(), notify: true });
const storedAt = performance.now();
clearInterval(timer);
await graph.close();

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const measured = {
  people: detection.people,
  flags: detection.flags.length,
  detectSeconds: (detectedAt - started) / 1_000,
  storeSeconds: (storedAt - detectedAt) / 1_000,
  busyMs: Math.round(longestMs.current),
  restMegabytes: megabytes(restBytes),
  peakMegabytes: megabytes(peakBytes),
};
export type Measured = typeof measured;
process.send?.(measured);
process.disconnect?.();

// The part `reports`: long lists against the bare driver reading the same rows in a process of its own, and the memory.
import { chainQueries, measureChains } from './reporting-line.ts';
import { measureReports, reportQueries } from './reports.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';

/** Measures and prints. */
export async function measureLongLists(suite: Suite): Promise<void> {
  const large = await suite.large();
  const checkIns = await suite.checkIns();
  const questions = { ...chainQueries(large), ...reportQueries(checkIns) };
  const server = await suite.startServer();
  const bareDriver = await suite.startServer(questions); // a separate process: its memory is not the API's
  for (const { url } of [server, bareDriver]) await untilReady(new URL(url).origin);
  logProgress('reports: chains and moves');
  await measureChains(await suite.targetRoot(server.url, large), large, bareDriver.url);
  logProgress('reports: digest and non-setters');
  await measureReports(await suite.targetRoot(server.url, checkIns), checkIns, bareDriver.url);
  console.log(`\nPeak memory of the API with these lists: ${await server.readPeakMegabytes()} MB`);
  await server.stop();
  await bareDriver.stop();
}

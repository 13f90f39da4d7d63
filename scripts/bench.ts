// `npm run bench`: measures the service, as ratios to floors measured in the same run. Prints Markdown tables.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from '../src/project-folder.ts';
import { measureDispatch } from './bench/dispatch.ts';
import { measureImports } from './bench/imports.ts';
import type { Target } from './bench/measure.ts';
import { populate, populateCheckIns } from './bench/population.ts';
import { chainQueries, measureManyClients, measureOneClient } from './bench/reporting-line.ts';
import { measureReports, reportQueries } from './bench/reports.ts';
import { startBench } from './bench/service.ts';
import { measureTrends, populateHistory } from './bench/trends.ts';
import { startMailbox } from './stack/mailbox.ts';

/** Measurements of faults and load run separately: `npm run bench -- restart`. */
const [chosen] = process.argv.slice(2);
if (chosen === 'restart') await import('./bench/restart.ts');
if (chosen === 'slow-readers') await import('./bench/slow-readers.ts');
if (chosen === 'overload') await import('./bench/overload.ts');

const log = (line: string): void => console.error(line);

const bench = await startBench('bench');
const { graph, environment } = bench;
log('writing a tenant of 100,000 people');
const large = await populate(graph);
log('writing a tenant of 10,000 people who check in');
const checkIns = await populateCheckIns(graph);
log('writing a tenant of 10,000 people who have checked in for a year');
const history = await populateHistory(graph);
await graph.statement('CALL db.awaitIndexes(120)');

const questions = { ...chainQueries(large), ...reportQueries(checkIns) };
/** Starts the API together with the floors that it is compared with. */
const startServer = async (): Promise<{ server: ChildProcess; url: string }> => {
  const server = fork(path.join(projectFolder, 'dist', 'scripts', 'bench', 'server.js'), {
    execArgv: [],
    env: { ...process.env, ...environment, BENCH_QUESTIONS: JSON.stringify(questions) },
  });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  return { server, url: `http://127.0.0.1:${port}/v1` };
};
const { server: api, url } = await startServer();
const { server: bareDriver, url: reader } = await startServer(); // a separate process: its memory is not the API's
const asRoot = async ({ tenantId, root }: { tenantId: string; root: string }): Promise<Target> => ({
  url,
  token: await bench.token(tenantId, root),
});

console.log(`\n${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.version}, tenant of 100,000`);
log('one client');
await measureOneClient(await asRoot(large), large, reader);
log('many clients');
await measureManyClients(await asRoot(large), large);
log('reports');
await measureReports(await asRoot(checkIns), checkIns, reader);

log('imports and dispatches');
const mailbox = await startMailbox();
const worker = await bench.startWorker({ SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' });
await measureImports(await asRoot(checkIns), checkIns.root);
const { tenantId } = checkIns;
await measureDispatch(
  { url, token: await bench.token(tenantId, 'service:bench', 'notifications:dispatch') },
  graph,
  tenantId,
);
await worker.stop(); // thousands of mails are still pending
await mailbox.stop();

api.send('memory');
const [{ peakMegabytes }] = (await once(api, 'message')) as [{ peakMegabytes: number }];
console.log(`\nPeak memory of the API: ${peakMegabytes} MB\n`);
for (const server of [api, bareDriver]) {
  server.kill('SIGTERM');
  await once(server, 'exit');
}
log('trends');
await measureTrends(history, environment);
await bench.stop();
process.exit(0);

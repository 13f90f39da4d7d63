// `npm run bench`: what the service costs, as ratios to floors measured in the same run. Prints Markdown tables.
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { openGraph } from '../src/graph/client.ts';
import { migrate } from '../src/graph/migrations.ts';
import { projectFolder } from '../src/graph/query-files.ts';
import { signToken } from '../src/http/authentication.ts';
import { measureDispatch } from './bench/dispatch.ts';
import { measureImports } from './bench/imports.ts';
import type { Target } from './bench/measure.ts';
import { populate, populateCheckIns } from './bench/population.ts';
import { chainQuestions, measureManyClients, measureOneClient } from './bench/reporting-line.ts';
import { measureReports, reportQuestions } from './bench/reports.ts';
import { measureTrends, populateHistory } from './bench/trends.ts';
import { startMailbox } from './stack/mailbox.ts';
import { startServers } from './stack/servers.ts';
import { stateDir } from './stack/state.ts';

/** Measurements of faults and load, each by its name: `npm run bench -- restart`. */
const [chosen] = process.argv.slice(2);
if (chosen === 'restart') await import('./bench/restart.ts');
if (chosen === 'slow-readers') await import('./bench/slow-readers.ts');
if (chosen === 'overload') await import('./bench/overload.ts');

const say = (line: string): void => console.error(line);
say('compiling: what is measured is what runs in production');
execFileSync('npm', ['--silent', 'run', 'build'], { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] });
const servers = await startServers({ stateDir: stateDir(), name: 'bench', fresh: true, log: say });
const keyFile = path.join(stateDir(), 'bench', 'token-key.json');
const environment = {
  NEO4J_URI: servers.neo4j.uri,
  NEO4J_USER: servers.neo4j.user,
  NEO4J_PASSWORD: servers.neo4j.password,
  REDIS_URL: servers.redis.url,
  TOKEN_KEY_FILE: keyFile,
  FILES_DIR: path.join(stateDir(), 'bench', 'files'),
  FILES_BUCKET: '',
  FILES_ENDPOINT: '',
};
const config = readConfig({ ...process.env, ...environment });
const graph = openGraph(config);
await migrate(graph);
say('writing a tenant of 100,000 people');
const large = await populate(graph);
say('writing a tenant of 10,000 people who check in');
const checkIns = await populateCheckIns(graph);
say('writing a tenant of 10,000 people who have checked in for a year');
const history = await populateHistory(graph);
await graph.statement('CALL db.awaitIndexes(120)');

const questions = { ...chainQuestions(large), ...reportQuestions(checkIns) };
const serve = async (): Promise<{ served: ChildProcess; url: string }> => {
  const served = fork(path.join(projectFolder, 'dist', 'scripts', 'bench', 'server.js'), {
    execArgv: [],
    env: { ...process.env, ...environment, BENCH_QUESTIONS: JSON.stringify(questions) },
  });
  const [{ port }] = (await once(served, 'message')) as [{ port: number }];
  return { served, url: `http://127.0.0.1:${port}/v1` };
};
const { served: api, url } = await serve();
const { served: bareDriver, url: reader } = await serve(); // by itself: what it reads is no memory of the API
const expected = { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE };
const asRoot = async ({ tenantId, root }: { tenantId: string; root: string }): Promise<Target> => ({
  url,
  token: await signToken(keyFile, { sub: root, tenant: tenantId }, expected, '4h'),
});

console.log(`\n${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.version}, tenant of 100,000`);
say('one client, in turn');
await measureOneClient(await asRoot(large), large, reader);
say('many clients');
await measureManyClients(await asRoot(large), large);
say('reports');
await measureReports(await asRoot(checkIns), checkIns, reader);

say('imports and dispatches');
const mailbox = await startMailbox();
const worker = fork(path.join(projectFolder, 'dist', 'src', 'worker.js'), {
  execArgv: [],
  env: { ...process.env, ...environment, WORKER_PORT: '0', SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' },
});
await measureImports(await asRoot(checkIns), checkIns.root);
const claims = { sub: 'service:bench', tenant: checkIns.tenantId, scope: 'notifications:dispatch' };
const asService = { url, token: await signToken(keyFile, claims, expected, '4h') };
await measureDispatch(asService, graph, checkIns.tenantId);
worker.kill('SIGKILL'); // thousands of mails are still to go
await mailbox.stop();
await graph.close();

api.send('memory');
const [{ peakMegabytes }] = (await once(api, 'message')) as [{ peakMegabytes: number }];
console.log(`\nPeak memory of the API: ${peakMegabytes} MB\n`);
for (const served of [api, bareDriver]) {
  served.kill('SIGTERM');
  await once(served, 'exit');
}
say('trends');
await measureTrends(history, environment);
await servers.stop();
process.exit(0);

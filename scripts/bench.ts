// `npm run bench`: what the service costs, as ratios to floors measured in the same run. Prints Markdown tables.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { projectFolder } from '../src/cypher.ts';
import { openGraph } from '../src/graph.ts';
import { migrate } from '../src/schema.ts';
import { signToken } from '../src/tokens.ts';
import { atOnce, inTurn, type Shot, type Timing } from './bench/measure.ts';
import { populate } from './bench/population.ts';
import { startServers } from './stack/servers.ts';
import { stateDir } from './stack/state.ts';

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
};
const config = readConfig({ ...process.env, ...environment });
const graph = openGraph(config);
await migrate(graph);
say('writing a tenant of 100,000 people');
const { tenantId, root, heads, leaf, parents, summaryIds } = await populate(graph);
await graph.statement('CALL db.awaitIndexes(120)');
await graph.close();

const api = fork(path.join(projectFolder, 'dist', 'scripts', 'bench', 'server.js'), {
  execArgv: [],
  env: { ...process.env, ...environment, BENCH_TENANT: tenantId, BENCH_ROOT: root },
});
const [{ port }] = (await once(api, 'message')) as [{ port: number }];
const expected = { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE };
const token = await signToken(keyFile, { sub: root, tenant: tenantId }, expected, '4h');
const target = { url: `http://127.0.0.1:${port}/v1`, token };

const summaryId = (turn: number): string => summaryIds[turn % summaryIds.length] ?? '';
const noDatabase: Shot = { name: 'no database', path: (turn) => `/floor/no-database/${summaryId(turn)}` };
const returnOne: Shot = { name: '`RETURN 1`', path: (turn) => `/floor/return-one/${summaryId(turn)}` };
const summary: Shot = { name: 'GET summary', path: (turn) => `/summaries/${summaryId(turn)}` };
const direct: Shot = { name: 'GET direct-reports', path: () => `/org/users/${heads.chain1000}/direct-reports` };
const chain = (name: string, head: string): Shot => ({
  name: `GET chain of ${name}`,
  path: () => `/org/users/${head}/chain`,
});
const bare: Shot = { name: 'bare driver, the same 10,000 rows', path: () => `/floor/bare-chain/${heads.chain10000}` };
const move = (name: string, who: string): Shot => ({
  name: `PUT manager, ${name} below`,
  method: 'PUT',
  path: () => `/admin/org-chart/users/${who}/manager`,
  body: (turn) => JSON.stringify({ managerId: parents[(turn + 1) % 2] }),
});

const ms = (time: number): string => (time < 10 ? time.toFixed(2) : time.toFixed(0));
const line = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
console.log(`\n${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.version}, tenant of 100,000\n`);

say('one client, in turn');
const single = await inTurn(target, [noDatabase, returnOne, summary, direct, chain('10', heads.chain10)], 1_500);
const longer = await inTurn(
  target,
  [returnOne, chain('1,000', heads.chain1000), chain('1,000 levels', heads.deep)],
  150,
);
const longest = await inTurn(target, [bare, chain('10,000', heads.chain10000)], 60);
const moves = await inTurn(target, [returnOne, move('1', leaf), move('30,000', heads.chain30000)], 300);

line('One client', 'p50 ms', 'p99 ms', 'p50 as a ratio');
line('---', '---:', '---:', '---');
const report = (of: Record<string, Timing>, floor: Shot, floorName: string): void => {
  for (const [name, { p50, p99 }] of Object.entries(of)) {
    line(name, ms(p50), ms(p99), `${(p50 / (of[floor.name]?.p50 ?? NaN)).toFixed(2)} × ${floorName}`);
  }
};
report(single, returnOne, '`RETURN 1`');
report(longer, returnOne, '`RETURN 1`');
report(longest, bare, 'the bare driver');
report(moves, move('1', leaf), 'a move of 1');

console.log('');
line('Clients', 'Request', 'p50 ms', 'p99 ms', 'requests/s', '× no database', '× `RETURN 1`');
line('---:', '---', '---:', '---:', '---:', '---:', '---:');
for (const clients of [16, 64]) {
  say(`${clients} clients`);
  const many = await atOnce(target, [noDatabase, returnOne, summary, direct], { clients, rounds: 5, seconds: 3 });
  for (const [name, { p50, p99, perSecond }] of Object.entries(many)) {
    const against = (floor: Shot): string => (perSecond / (many[floor.name]?.perSecond ?? NaN)).toFixed(2);
    line(clients, name, p50, p99, Math.round(perSecond), against(noDatabase), against(returnOne));
  }
}
api.send('memory');
const [{ peakMegabytes }] = (await once(api, 'message')) as [{ peakMegabytes: number }];
console.log(`\nPeak memory of the API: ${peakMegabytes} MB\n`);
api.kill('SIGTERM');
await once(api, 'exit');
await servers.stop();
process.exit(0);

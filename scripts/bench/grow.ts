// `npm run bench -- grow`: what many tenants take in memory and on disk, how fast they are read, what each query over
// all tenants reads, and what a second API and three workers add. The data stays for `--reuse`.
import { parseArgs } from 'node:util';
import { chooseCallers } from './grow/callers.ts';
import { measureTenants, openMonday } from './grow/monday.ts';
import { measurePolls, printPolls, type PollCost } from './grow/polls.ts';
import { measureReads } from './grow/reads.ts';
import { measureSeveral } from './grow/several.ts';
import { readResidentMegabytes } from './grow/store.ts';
import { printWritten, readActiveTenants, readTenantIds, readWritten, writeDatabase } from './grow/written.ts';
import { readProcessorTime } from './processor-time.ts';
import { logProgress } from './progress.ts';
import { compile, untilReady } from './service.ts';
import { startSuite } from './suite.ts';

const name = 'bench-grow';
const sampledTenants = 20;
/** Neo4j plans all queries first, which takes minutes on a busy machine. */
const readyWithinMs = 900_000;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    tenants: { type: 'string', default: '20' },
    imported: { type: 'string', default: '5' },
    people: { type: 'string', default: '1000' },
    active: { type: 'string', default: '5' },
    weeks: { type: 'string', default: '4' },
    'write-minutes': { type: 'string', default: '30' },
    heap: { type: 'string', default: '2g' },
    'page-cache': { type: 'string', default: '1g' },
    reuse: { type: 'boolean', default: false },
  },
});
const memory = { heap: values.heap, pageCache: values['page-cache'] };
const size = {
  tenants: Number(values.tenants),
  imported: Number(values.imported),
  people: Number(values.people),
  active: Number(values.active),
  weeks: Number(values.weeks),
  withinMinutes: Number(values['write-minutes']),
};

compile();
const written = values.reuse ? readWritten(name) : await writeDatabase(name, size, memory);
printWritten(written);

const started = performance.now();
const suite = await startSuite(name, { isFresh: false, isCompiled: true, memory });
const databaseSeconds = (performance.now() - started) / 1_000;
const pid = suite.servers.pids.neo4j;
const databaseCpuMs = readProcessorTime(pid);
logProgress('starting the API');
const apiStarted = performance.now();
const server = await suite.startServer();
await untilReady(new URL(server.url).origin, readyWithinMs);
const apiSeconds = (performance.now() - apiStarted) / 1_000;
const planningCpuMs = readProcessorTime(pid) - databaseCpuMs;
const residentAtStart = readResidentMegabytes(pid);

logProgress('choosing managers');
const active = await readActiveTenants(suite, written.size.active);
const all = await readTenantIds(suite.graph, '');
const callers = await chooseCallers(suite, active, all);
let quiet = new Map<string, PollCost>();
await runPart('reads', () => measureReads({ url: server.url, token: '' }, callers));
await runPart('queries over all tenants', async () => {
  quiet = await measurePolls(suite);
});
await runPart('jobs of a tenant', () => measureTenants(suite, active.slice(0, sampledTenants)));
const apiMegabytes = await server.readPeakMegabytes();
await server.stop();
await runPart('two APIs, three workers', () => measureSeveral(suite, callers));
const resident = readResidentMegabytes(pid);
await runPart('the Monday of all tenants', () => openMonday(suite));
await runPart('queries over all tenants', async () => {
  printPolls({ 'nothing waits': quiet, 'after a Monday': await measurePolls(suite) });
});
console.log(
  `\nNeo4j with heap ${memory.heap} and page cache ${memory.pageCache}: ${databaseSeconds.toFixed(1)} s until it answers ` +
    `(${toSeconds(databaseCpuMs)} s of processor time), ${apiSeconds.toFixed(1)} s more until the API is ready ` +
    `(${toSeconds(planningCpuMs)} s of Neo4j's). Resident memory of Neo4j: ${residentAtStart.toFixed(0)} MB then, ` +
    `${resident.toFixed(0)} MB after the load; of the API: ${apiMegabytes} MB at most.`,
);
await suite.stop();
process.exit();

/** A part that fails does not take the results of the others with it. */
async function runPart(title: string, measure: () => Promise<void>): Promise<void> {
  logProgress(title);
  await measure().catch((error: Error) => {
    console.error(`${title}: ${error.stack}`);
    process.exitCode = 1;
  });
}

function toSeconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}

// `npm run bench -- people-import [--people 100000]`: new people are imported by the command on the shipped heap of
// Neo4j, while another tenant reads; then a file of the whole company without 6 % of them, which is refused, and one without 3 %, who
// leave. Several numbers are separated by commas. Ends with 1 if a read was refused.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { createTenant } from '../../../src/features/organisation/tenants/tenants.ts';
import { formless, isSmall, noteRatio, sized } from './form.ts';
import { listNeighbourReads, readFor } from './neighbour.ts';
import { populateSmall } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';
import { line, ms, printTitles } from './tables.ts';

const quietMs = sized(10_000, 1_000);
const sampleEveryMs = 250;
const span = 8;

const { values } = parseArgs({
  args: formless.slice(1),
  options: { people: { type: 'string', default: sized('100000', '300') } },
});
const bench = await startBench('bench-people-import');
const neighbour = await populateSmall(bench.graph);
const api = await bench.startApi();
const worker = await bench.startWorker({ LOG_LEVEL: 'error' });
await Promise.all([untilReady(api.url), untilReady(worker.url)]);
const kinds = await listNeighbourReads(bench, neighbour);
await readFor(api.url, kinds, AbortSignal.timeout(quietMs));
const quiet = await readFor(api.url, kinds, AbortSignal.timeout(quietMs));

const columns = ['seconds', 'KB of Neo4j a person', "neighbour's p95 ms", '× quiet', 'max ms', 'refused', 'of'];
printTitles('People in the file', ...columns);
let refused = 0;
for (const people of values.people.split(',').map(Number)) {
  const slug = `people-${people}`;
  const settings = { slug, name: slug, timezone: 'UTC', nominationDays: '1-31', now: new Date() };
  const { id: tenantId } = await createTenant(bench.graph, settings);
  const stayers = (percent: number): number => people - Math.floor((people * percent) / 100);
  const company = { slug, tenantId };
  await run({ ...company, what: 'new', rows: people, changed: people, remain: people });
  await run({
    ...company,
    what: '6 % absent: refused',
    rows: stayers(6),
    changed: people,
    remain: people,
    isRefused: true,
  });
  await run({
    ...company,
    what: '3 % absent: leave',
    rows: stayers(3),
    changed: people - stayers(3),
    remain: stayers(3),
  });
}
await bench.stop();
process.exit(refused > 0 && !isSmall ? 1 : 0);

/** `rows`: how many people the file has. `changed`: how many it concerns. `remain`: how many are active afterwards. */
type Run = {
  what: string;
  slug: string;
  tenantId: string;
  rows: number;
  changed: number;
  remain: number;
  isRefused?: boolean;
};

/** Imports a file by the command while the neighbour reads, and prints the line of the table. */
async function run({ what, slug, tenantId, rows, changed, remain, isRefused = false }: Run): Promise<void> {
  const over = new AbortController();
  const [seen, { seconds, bytes }] = await Promise.all([
    readFor(api.url, kinds, over.signal),
    importPeople(slug, rows, isRefused).finally(() => over.abort()),
  ]);
  const count = 'MATCH (u:User {tenantId: $tenantId, active: true}) RETURN count(u) AS active';
  const active = Number((await bench.graph.statement(count, { tenantId }))[0]?.['active']);
  if (active !== remain) throw new Error(`${what}: ${active} people are active instead of ${remain}.`);
  if (what === 'new') noteRatio('speed of a neighbour beside an import', quiet.p95 / seen.p95);
  const each = (bytes / changed / 1_000).toFixed(1);
  const reads = [ms(seen.p95), (seen.p95 / quiet.p95).toFixed(2), ms(seen.max), seen.refused, seen.count];
  line(`${rows.toLocaleString('en')}, ${what}`, seconds.toFixed(1), each, ...reads);
  refused += seen.refused;
}

/** Imports a file of the whole company. `bytes`: the most that the transactions of the database held at a time. */
async function importPeople(
  slug: string,
  people: number,
  isRefused: boolean,
): Promise<{ seconds: number; bytes: number }> {
  const rows = Array.from({ length: people }, (_, n) => {
    const manager = n === 0 ? '' : `person-${Math.floor((n - 1) / span)}@example.test`;
    const team = Math.floor(n / 20);
    const role = n === 0 ? 'admin' : '';
    return `person-${n}@example.test,Pat Person ${n},Engineer of grade ${n % 9},Team ${team},Department ${team % 40},${manager},${role}`;
  });
  const file = path.join(os.tmpdir(), `${slug}-${process.pid}.csv`);
  await writeFile(file, ['email,name,jobTitle,team,department,managerEmail,roles', ...rows].join('\n'));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['scripts/checkin.ts', 'org', 'import', file, '--tenant', slug, '--absent', 'leave'],
    {
      cwd: projectFolder,
      env: { ...process.env, ...bench.environment },
      stdio: ['ignore', 'ignore', isRefused ? 'ignore' : 'inherit'],
    },
  );
  const exited = once(child, 'exit') as Promise<[number]>;
  let bytes = 0;
  let isOver = false;
  const sampled = (async (): Promise<void> => {
    for (; !isOver; await pause(sampleEveryMs)) {
      const held = 'SHOW TRANSACTIONS YIELD estimatedUsedHeapMemory AS bytes RETURN sum(bytes) AS bytes';
      bytes = Math.max(bytes, Number((await bench.graph.statement(held))[0]?.['bytes']));
    }
  })();
  const [code] = await exited;
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await sampled;
  if ((code !== 0) !== isRefused) throw new Error(`The import of ${people} people ended with ${code}.`);
  logProgress(`people-import: ${people} people in ${seconds.toFixed(1)} s`);
  return { seconds, bytes };
}

// What writing the database of `grow` took: measured once, kept beside the database for runs that use it again.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median } from 'simple-statistics';
import { stateDir } from '../../stack/state.ts';
import type { Neo4jMemory } from '../../stack/supervise.ts';
import { logProgress } from '../progress.ts';
import { startBench, type Bench } from '../service.ts';
import { importTenants, publishAll, settlePlanner, writeEvents, writeTenants, writeWeeks } from './population.ts';
import { line } from '../tables.ts';
import { measureStore, readResidentMegabytes, toMegabytes, type StoreSize } from './store.ts';

/** `imported` of the tenants are imported, the others are written in bulk; `active` of those have weeks of use. */
type Size = {
  tenants: number;
  imported: number;
  people: number;
  active: number;
  weeks: number;
  withinMinutes: number;
};
/** A step of writing. `units` are people, or people × weeks; `store` is measured after Neo4j has stopped. */
type Step = { name: string; units: number; seconds: number; store: StoreSize };
type Written = { size: Size; importMs: number; publishedPerSecond: number; resident: number; steps: Step[] };

/** Writes the tenants, then the weeks of use, and measures each step. Neo4j restarts after each, which writes its store. */
export async function writeDatabase(name: string, size: Size, memory: Neo4jMemory): Promise<Written> {
  const steps: Step[] = [];
  let resident = 0;
  let publishedPerSecond = 0;
  let importMs = 0;
  async function runStep(title: string, work: (bench: Bench) => Promise<number>): Promise<void> {
    const bench = await startBench(name, { isFresh: steps.length === 0, isCompiled: true, memory });
    logProgress(title);
    const started = performance.now();
    const units = await work(bench);
    const seconds = (performance.now() - started) / 1_000;
    await settlePlanner(bench.graph);
    resident = Math.max(resident, readResidentMegabytes(bench.servers.pids.neo4j));
    await bench.stop();
    steps.push({ name: title, units, seconds, store: measureStore(name) });
  }

  const { tenants, imported, people, active, weeks, withinMinutes } = size;
  await runStep('an empty database', () => Promise.resolve(0));
  await runStep('people imported, changes published', async ({ graph }) => {
    importMs = median(await importTenants(graph, imported, people));
    publishedPerSecond = (await publishAll(graph)).perSecond;
    return imported * people;
  });
  await runStep('people written in bulk', async ({ graph }) => {
    const bulk = await writeTenants(graph, { tenants: tenants - imported, people, withinMinutes });
    size.tenants = imported + bulk;
    return bulk * people;
  });
  await runStep('people × weeks of use', async (bench) =>
    writeWeeks(bench.graph, await readActiveTenants(bench, active), weeks),
  );
  await runStep('people × weeks of events and changes', async (bench) => {
    const personWeeks = await writeEvents(bench.graph, await readActiveTenants(bench, active));
    await publishAll(bench.graph);
    return personWeeks;
  });
  const written = { size, importMs, publishedPerSecond, resident, steps };
  writeFileSync(getFilePath(name), JSON.stringify(written));
  return written;
}

/** Prints what each step took and added. */
export function printWritten({ size, importMs, publishedPerSecond, resident, steps }: Written): void {
  const { tenants, people } = size;
  console.log(`\n${tenants.toLocaleString('en')} tenants of ${people.toLocaleString('en')} people`);
  console.log('');
  line(
    'Written',
    'units',
    'seconds',
    'units/s',
    'bytes on disk a unit',
    'MB in all',
    'of these, indexes',
    'MB of logs',
  );
  line('---', ...Array.from({ length: 7 }, () => '---:'));
  steps.forEach(({ name, units, seconds, store }, at) => {
    const added = (store.data - (steps[at - 1]?.store.data ?? 0)) / units;
    line(
      ...[name, units.toLocaleString('en'), seconds.toFixed(0), units ? Math.round(units / seconds) : ''],
      ...[units ? Math.round(added) : '', toMegabytes(store.data), toMegabytes(store.indexes)],
      toMegabytes(store.transactions),
    );
  });
  console.log(
    `\nImport of a tenant, median: ${Math.round(importMs)} ms. Changes published: ${Math.round(publishedPerSecond)} a second. ` +
      `Resident memory of Neo4j while writing: ${Math.round(resident)} MB at most.`,
  );
}

/** Reads what an earlier run has measured. */
export function readWritten(name: string): Written {
  return JSON.parse(readFileSync(getFilePath(name), 'utf8')) as Written;
}

/** The tenants with weeks of use, spread over those written in bulk. */
export async function readActiveTenants({ graph }: Pick<Bench, 'graph'>, active: number): Promise<string[]> {
  const ids = await readTenantIds(graph, 'bulk-');
  return Array.from({ length: active }, (_, place) => ids[Math.floor((place * ids.length) / active)] ?? '');
}

/** The tenants whose slug starts like this, by id. */
export async function readTenantIds(graph: Bench['graph'], prefix: string): Promise<string[]> {
  const rows = await graph.statement(
    'MATCH (tenant:Tenant) WHERE tenant.slug STARTS WITH $prefix RETURN tenant.id AS id ORDER BY id',
    { prefix },
  );
  return rows.map(({ id }) => String(id));
}

function getFilePath(name: string): string {
  return path.join(stateDir(), name, 'written.json');
}

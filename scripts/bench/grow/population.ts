// Fills the database of `grow`: tenants with people through the product's own import, and weeks of use for some of them.
import { randomUUID } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { publishChanges } from '../../../src/changes/publish.ts';
import type { GraphClient } from '../../../src/graph/client.ts';
import { importPeople } from '../../../src/org/import.ts';
import { changeTenant, createTenant } from '../../../src/org/tenants.ts';
import { addWeeks } from '../../../src/rules/weeks.ts';
import { logProgress } from '../progress.ts';

/** The newest week of use: a Monday. */
export const newestWeek = '2026-11-16';
const reportsPerManager = 8;
const peoplePerTeam = 10;
const writersAtOnce = 2;
const text = 'x'.repeat(200);
const reportEvery = 100;

/**
 * Imports the same people into each new tenant. Weekly digests are off: they would run beside a measurement.
 *
 * @returns the milliseconds of each import
 */
export async function importTenants(graph: GraphClient, tenants: number, people: number): Promise<number[]> {
  const csv = formatPeople(people);
  const times: number[] = [];
  for (let place = 1; place <= tenants; place += 1) {
    const [slug, now] = [`imported-${place}`, new Date()];
    const tenant = await createTenant(graph, {
      slug,
      now,
      name: slug,
      timezone: 'Europe/Berlin',
      nominationDays: '1-31',
    });
    await changeTenant(graph, tenant.id, { digestTime: 'off' }, now);
    const started = performance.now();
    const { faults } = await importPeople(graph, tenant, csv, { now });
    if (faults.length > 0) throw new Error(`The import has faults: ${faults[0]?.message}`);
    times.push(performance.now() - started);
  }
  return times;
}

/**
 * Writes tenants with the same people in bulk, until `withinMinutes` have passed. Indexes that are not constraints are
 * built afterwards.
 *
 * @returns the number of tenants
 */
export async function writeTenants(
  graph: GraphClient,
  { tenants, people, withinMinutes }: { tenants: number; people: number; withinMinutes: number },
): Promise<number> {
  const deadline = performance.now() + withinMinutes * 60_000;
  const indexes = await graph.statement(
    "SHOW INDEXES YIELD name, type, owningConstraint, createStatement WHERE type <> 'LOOKUP' AND owningConstraint IS NULL RETURN name, createStatement",
  );
  for (const { name } of indexes) await graph.statement(`DROP INDEX ${String(name)}`);
  let next = 0;
  async function writeNext(): Promise<void> {
    while (next < tenants && performance.now() < deadline) {
      next += 1;
      if (next % reportEvery === 0) logProgress(`tenant ${next} of ${tenants}`);
      const params = { slug: `bulk-${next}`, people, now: new Date().toISOString() };
      await graph.transaction({ tenantId: randomUUID() }, (tx) => tx.run('bench/create_small_tenant', params));
    }
  }
  await Promise.all(Array.from({ length: writersAtOnce }, writeNext));
  logProgress('building the indexes');
  for (const { createStatement } of indexes) await graph.statement(String(createStatement));
  await graph.statement('CALL db.awaitIndexes(1800)');
  return next;
}

/** A chart with eight reports per manager; the head is an admin of the People Team. */
function formatPeople(people: number): Buffer {
  const email = (place: number): string => `p${place}@bench.example`;
  const rows = Array.from({ length: people }, (_, place) => ({
    email: email(place),
    name: `Person ${place}`,
    jobTitle: `Job ${place % 40}`,
    team: `Team ${Math.floor(place / peoplePerTeam)}`,
    department: `Department ${Math.floor(place / peoplePerTeam) % 20}`,
    managerEmail: place === 0 ? '' : email(Math.floor((place - 1) / reportsPerManager)),
    roles: place === 0 ? 'admin;people_team' : '',
  }));
  return Buffer.from(stringify(rows, { header: true }));
}

/** Gives all waiting changes their place in the change log, as a worker does. @returns how many a second, and how many */
export async function publishAll(graph: GraphClient): Promise<{ entries: number; perSecond: number }> {
  const [row] = await graph.statement('MATCH (e:ChangeEntry) WHERE e.recordedAt IS NOT NULL RETURN count(e) AS count');
  const entries = Number(row?.['count']);
  const publisherId = randomUUID();
  const started = performance.now();
  while (await publishChanges(graph, publisherId, new Date()));
  return { entries, perSecond: entries / ((performance.now() - started) / 1_000) };
}

/** Writes `weeks` weeks of use for everyone in these tenants, in bulk. @returns for how many people and weeks */
export async function writeWeeks(graph: GraphClient, tenantIds: readonly string[], weeks: number): Promise<number> {
  let personWeeks = 0;
  for (const tenantId of tenantIds) {
    for (let ago = 0; ago < weeks; ago += 1) {
      const params = { weekStart: addWeeks(newestWeek, -ago), text };
      const [row] = await graph.transaction({ tenantId }, (tx) =>
        tx.run<{ people: number }>('bench/create_week_of_use', params),
      );
      personWeeks += row?.people ?? 0;
    }
  }
  return personWeeks;
}

/** Writes the events and changes of the newest week in bulk: what is deleted after 30 days. @returns for how many people */
export async function writeEvents(graph: GraphClient, tenantIds: readonly string[]): Promise<number> {
  let personWeeks = 0;
  for (const tenantId of tenantIds) {
    const params = { weekStart: newestWeek };
    const [row] = await graph.transaction({ tenantId }, (tx) =>
      tx.run<{ summaries: number }>('bench/create_week_of_events', params),
    );
    personWeeks += row?.summaries ?? 0;
  }
  return personWeeks;
}

/** Brings the statistics of the planner up to date. */
export async function settlePlanner(graph: GraphClient): Promise<void> {
  await graph.statement('CALL db.awaitIndexes(600)');
  await graph.statement('CALL db.resampleOutdatedIndexes()');
}

// Measures what a Monday opens in all tenants, and the work for one tenant that grows with its people.
import { median } from 'simple-statistics';
import { detectTrends } from '../../../src/jobs/detect-trends.ts';
import { openDueRuns } from '../../../src/jobs/weekly-runs.ts';
import { checkTenant } from '../../../src/org/check.ts';
import { addWeeks } from '../../../src/rules/weeks.ts';
import type { Bench } from '../service.ts';
import { line } from '../tables.ts';
import { newestWeek } from './population.ts';

const mondayNoon = `${addWeeks(newestWeek, 1)}T12:00:00.000Z`;

/** Opens the digests and reminders of all tenants. Prints the time, and how many events they are. */
export async function openMonday({ graph }: Bench): Promise<void> {
  const setDigestTime = (digestTime: string): Promise<unknown> =>
    graph.statement('MATCH (tenant:Tenant) SET tenant.digestTime = $digestTime', { digestTime });
  await setDigestTime('Monday 09:00');
  const started = performance.now();
  await openDueRuns(graph, mondayNoon);
  const seconds = (performance.now() - started) / 1_000;
  await setDigestTime('off');
  const [row] = await graph.statement(
    `MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL
     RETURN count(event) AS events, sum(size(event.recipientIds)) AS recipients`,
  );
  console.log(
    `\nMonday: ${seconds.toFixed(0)} s to open the digests and reminders of all tenants, one after the other: ` +
      `${Number(row?.['events']).toLocaleString('en')} events for ${Number(row?.['recipients']).toLocaleString('en')} recipients.`,
  );
}

/** Prints the medians over these tenants. */
export async function measureTenants({ graph }: Bench, tenantIds: string[]): Promise<void> {
  const jobs = {
    'trend detection': (tenantId: string): Promise<unknown> => detectTrends(graph.bind({ tenantId }), newestWeek),
    '`checkin org check`': (tenantId: string): Promise<unknown> => checkTenant(graph, tenantId),
  };
  console.log('');
  line('One tenant', 'median ms');
  line('---', '---:');
  for (const [name, job] of Object.entries(jobs)) {
    const times: number[] = [];
    for (const tenantId of tenantIds) {
      const started = performance.now();
      await job(tenantId);
      times.push(performance.now() - started);
    }
    line(name, Math.round(median(times)));
  }
}

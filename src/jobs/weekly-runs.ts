// The weekly runs: once per tenant and week, whichever worker looks first.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { rolesWithTenantScope } from '../access.ts';
import type { GraphClient } from '../graph/client.ts';
import { findDueWeek, trendTime } from '../rules/schedule.ts';
import { resolveSettings, type Settings } from '../rules/settings.ts';
import { addWeeks } from '../rules/weeks.ts';

const tickMs = 30_000;

/** How many people each of the two runs reaches; null when it was opened before. */
export type OpenedRuns = { digest: number | null; nonSetters: number | null };

/**
 * Opens the digest of the week before, and the push to those without a goal in this week.
 *
 * @param monday the current week
 */
export async function openWeeklyRuns(
  graph: GraphClient,
  tenantId: string,
  monday: string,
  now: string,
): Promise<OpenedRuns> {
  const openRun = async (
    query: string,
    weekStart: string,
    params = {},
  ): Promise<{ recipients: number } | undefined> => {
    const run = { weekStart, payload: JSON.stringify({ weekStart }), runId: randomUUID(), now, ...params };
    // a transaction of its own: a large tenant takes longer than a request may
    const [opened] = await graph.transaction({ tenantId }, (tx) => tx.run<{ recipients: number }>(query, run));
    return opened;
  };
  const lastWeek = addWeeks(monday, -1);
  const digest = await openRun('notifications/open_digest_run', lastWeek, {
    rolesWithTenantScope: rolesWithTenantScope('digest:read'),
  });
  const nonSetters = await openRun('notifications/open_non_setters_run', monday);
  return { digest: digest?.recipients ?? null, nonSetters: nonSetters?.recipients ?? null };
}

/**
 * Opens the detection of a week's trends.
 *
 * @param weekStart the Monday of a week that is over
 * @returns whether it was not opened before
 */
export async function openTrendRun(
  graph: GraphClient,
  tenantId: string,
  weekStart: string,
  now: string,
): Promise<boolean> {
  const ids = { runId: randomUUID(), eventId: randomUUID() };
  const run = { ...ids, weekStart, payload: JSON.stringify({ weekStart }), now };
  return (await graph.bind({ tenantId }).write('trends/open_run', run)) !== null;
}

type Schedule = Partial<Settings> & { tenantId: string; lastWeek?: string; lastTrendWeek?: string };

/**
 * Looks now which tenants' runs are due, and opens them.
 *
 * @throws {AggregateError} at the end, when some could not be opened; a tenant in trouble holds up no other
 */
export async function openDueRuns(graph: GraphClient, now: string): Promise<void> {
  const { schedules } = await graph.bind({}).one<{ schedules: Schedule[] }>('tenants/schedules');
  const faults: unknown[] = [];
  for (const schedule of schedules) await openTenantRuns(graph, schedule, now).catch((fault) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'Some runs could not be opened.');
}

async function openTenantRuns(
  graph: GraphClient,
  { tenantId, lastWeek, lastTrendWeek, ...stored }: Schedule,
  now: string,
): Promise<void> {
  const { timezone, digestTime } = resolveSettings(stored);
  const monday = findDueWeek(now, timezone, digestTime);
  if (monday && monday !== lastWeek) await openWeeklyRuns(graph, tenantId, monday, now);
  const current = findDueWeek(now, timezone, trendTime);
  const endedWeek = current && addWeeks(current, -1);
  if (endedWeek && endedWeek !== lastTrendWeek) await openTrendRun(graph, tenantId, endedWeek, now);
}

/** Looks at once and then twice a minute, until it is stopped. */
export function startWeeklyRuns(services: { graph: GraphClient; now: () => Date; log: Logger }): {
  stop(): Promise<void>;
} {
  const { graph, now, log } = services;
  const checkDueRuns = (): Promise<void> =>
    openDueRuns(graph, now().toISOString()).catch((error: unknown) => {
      log.warn({ err: error }, 'the weekly runs could not be looked at');
    });
  let checking = checkDueRuns();
  const timer = setInterval(() => void (checking = checking.then(checkDueRuns)), tickMs);
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

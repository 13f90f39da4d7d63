// Opens the weekly runs (digest, reminder to set a goal, trend detection) once per tenant and week.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { rolesWithTenantScope } from '../access/permissions.ts';
import type { GraphClient } from '../graph/client.ts';
import type { Call } from '../graph/queries/call-types.ts';
import { startLoop, type Loop } from '../lib/loops.ts';
import { findDueWeek, trendTime } from '../settings/schedule.ts';
import { resolveSettings, type Settings } from '../settings/settings.ts';
import { addWeeks } from '../rules/weeks.ts';
import { getTraceparent, inSpan } from '../telemetry/spans.ts';

/** The number of recipients of each run; null if it was already open. */
export type OpenedRuns = { digest: number | null; nonSetters: number | null };

/**
 * Opens the digest of the previous week, and the reminder to people without a goal in this week.
 *
 * @param monday of the current week
 */
export async function openWeeklyRuns(
  graph: GraphClient,
  tenantId: string,
  monday: string,
  now: string,
): Promise<OpenedRuns> {
  type Run = { weekStart: string; payload: string; runId: string; now: string };
  const openRun = (weekStart: string, toCall: (run: Run) => Call): Promise<{ recipients: number } | undefined> =>
    inSpan('open weekly run', createSpanOptions(tenantId), async (span) => {
      const run = { weekStart, payload: JSON.stringify({ weekStart }), runId: randomUUID(), now };
      const scope = { tenantId, traceparent: getTraceparent(span) };
      // a write transaction, because a large tenant exceeds the time limit of a request
      const [opened] = await graph.transaction(scope, (tx) => tx.run<{ recipients: number }>(...toCall(run)));
      return opened;
    });
  const lastWeek = addWeeks(monday, -1);
  const digest = await openRun(lastWeek, (run) => [
    'notifications/open_digest_run',
    { ...run, rolesWithTenantScope: rolesWithTenantScope('digest:read') },
  ]);
  const nonSetters = await openRun(monday, (run) => ['notifications/open_non_setters_run', run]);
  return { digest: digest?.recipients ?? null, nonSetters: nonSetters?.recipients ?? null };
}

/**
 * Opens the trend detection of a week.
 *
 * @param weekStart the Monday of a past week
 * @returns false if it was already open
 */
export async function openTrendRun(
  graph: GraphClient,
  tenantId: string,
  weekStart: string,
  now: string,
): Promise<boolean> {
  const ids = { runId: randomUUID(), eventId: randomUUID() };
  const run = { ...ids, weekStart, payload: JSON.stringify({ weekStart }), now };
  return inSpan('open weekly run', createSpanOptions(tenantId), async (span) => {
    const scope = { tenantId, traceparent: getTraceparent(span) };
    return (await graph.bind(scope).write('trends/open_run', run)) !== null;
  });
}

/** What follows from a run belongs to a trace that begins with it. */
const createSpanOptions = (tenantId: string) => ({ isRoot: true, attributes: { 'checkin.tenant.id': tenantId } });

type Schedule = Partial<Settings> & { tenantId: string; lastWeek?: string; lastTrendWeek?: string };

/**
 * Opens the due runs of all tenants. A fault in one tenant does not affect the others.
 *
 * @throws {AggregateError} after all tenants, if some runs could not be opened
 */
export async function openDueRuns(graph: GraphClient, now: string): Promise<void> {
  const { schedules } = await graph.bind({}).one<{ schedules: Schedule[] }>('tenants/schedules');
  const faults: unknown[] = [];
  const tenantIds: string[] = [];
  for (const schedule of schedules)
    await openTenantRuns(graph, schedule, now).catch((fault) => {
      faults.push(fault);
      tenantIds.push(schedule.tenantId);
    });
  if (faults.length > 0)
    throw new AggregateError(faults, `Runs could not be opened of tenants: ${tenantIds.join(', ')}.`);
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

/** Checks immediately, and again half a minute after each check. `stop` waits for a running check. */
export function startWeeklyRuns(
  { graph, now, log }: { graph: GraphClient; now: () => Date; log: Logger },
  pauseMs = 30_000,
): Loop {
  const onFault = (error: unknown): void => log.warn({ err: error }, 'weekly run check failed');
  return startLoop({ pauseMs, onFault }, () => openDueRuns(graph, now().toISOString()));
}

// The weekly runs: once per tenant and week, whichever worker looks first.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { seeAll } from '../access.ts';
import type { GraphDoor } from '../graph/client.ts';
import { dueWeek, trendTime } from '../rules/schedule.ts';
import { settingsOf, type Settings } from '../rules/settings.ts';
import { weeksLater } from '../rules/weeks.ts';

const tickMs = 30_000;

/** How many people each of the two runs reaches; null when it was opened before. */
export type Opened = { digest: number | null; nonSetters: number | null };

/**
 * Opens the digest of the week before, and the push to those without a goal in this week.
 *
 * @param monday the current week
 */
export async function openWeeklyRuns(graph: GraphDoor, tenantId: string, monday: string, now: string): Promise<Opened> {
  const open = async (query: string, weekStart: string, params = {}): Promise<{ recipients: number } | undefined> => {
    const run = { weekStart, payload: JSON.stringify({ weekStart }), runId: randomUUID(), now, ...params };
    // a transaction of its own: a large tenant takes longer than a request may
    const [opened] = await graph.transaction({ tenantId }, (tx) => tx.run<{ recipients: number }>(query, run));
    return opened;
  };
  const lastWeek = weeksLater(monday, -1);
  const digest = await open('notifications/open_digest_run', lastWeek, { readerRoles: seeAll('digest:read') });
  const nonSetters = await open('notifications/open_non_setters_run', monday);
  return { digest: digest?.recipients ?? null, nonSetters: nonSetters?.recipients ?? null };
}

/**
 * Opens the detection of a week's trends.
 *
 * @param weekStart the Monday of a week that is over
 * @returns whether it was not opened before
 */
export async function openTrendRun(
  graph: GraphDoor,
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
export async function openDueRuns(graph: GraphDoor, now: string): Promise<void> {
  const { schedules } = await graph.bind({}).one<{ schedules: Schedule[] }>('tenants/schedules');
  const faults: unknown[] = [];
  for (const schedule of schedules) await openDue(graph, schedule, now).catch((fault) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'Some runs could not be opened.');
}

async function openDue(
  graph: GraphDoor,
  { tenantId, lastWeek, lastTrendWeek, ...stored }: Schedule,
  now: string,
): Promise<void> {
  const { timezone, digestTime } = settingsOf(stored);
  const monday = dueWeek(now, timezone, digestTime);
  if (monday && monday !== lastWeek) await openWeeklyRuns(graph, tenantId, monday, now);
  const current = dueWeek(now, timezone, trendTime);
  const ended = current && weeksLater(current, -1);
  if (ended && ended !== lastTrendWeek) await openTrendRun(graph, tenantId, ended, now);
}

/** Looks at once and then twice a minute, until it is stopped. */
export function startWeeklyRuns(services: { graph: GraphDoor; now: () => Date; log: Logger }): {
  stop(): Promise<void>;
} {
  const { graph, now, log } = services;
  const look = (): Promise<void> =>
    openDueRuns(graph, now().toISOString()).catch((error: unknown) => {
      log.warn({ err: error }, 'the weekly runs could not be looked at');
    });
  let looking = look();
  const timer = setInterval(() => void (looking = looking.then(look)), tickMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

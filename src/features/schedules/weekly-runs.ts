// Opens the weekly runs (reminders, digest, trend detection) once for each person and week, when they are due.
import { randomUUID } from 'node:crypto';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import type { JobServices } from '../../platform/outbox/work.ts';
import {
  findDueRuns,
  listTurnsFrom,
  scheduledTypes,
  scheduleNames,
  trendTime,
  type Clock,
  type DueRun,
  type Run,
  type ScheduleName,
} from '../../platform/time/schedule.ts';
import { addDays, addWeeks, getCurrentMonday, toLocalDate, toMonday } from '../../platform/time/weeks.ts';
import { listWorkingDays, mostDaysToWait } from '../../platform/time/working-days.ts';
import {
  getCalendar,
  noneOfTheirOwn,
  parseCalendarKey,
  type CalendarFacts,
} from '../../platform/settings/calendars.ts';
import { resolveSettings, type Settings } from '../../platform/settings/settings.ts';
import { getTeamTimes } from '../../platform/settings/team-schedules.ts';
import { openCalendars } from '../absences/open-calendars.ts';
import { getTraceparent, inSpan } from '../../platform/telemetry/spans.ts';

/** The number of recipients of each run; null if it was already open. */
export type OpenedRuns = { digest: number | null; nonSetters: number | null };
type Opened = { recipients: number; emails: string[] };

type Tenant = { tenantId: string; settings: Settings; calendars: Record<string, string[]> };
type Found = {
  clocks: Clock[];
  calendarKeys: string[];
  tenant: CalendarFacts['tenant'] & { timezone?: string };
  opened: (Run & { checkedAt: string | null })[];
};
/** The clock that everyone has. A run that is opened manually has this clock. */
const everyone = '*';
const maxRecipientsPerEvent = 500;

/** Manually opens, for everyone, the digest of the week before, and the reminder to people without a goal in this week. */
export async function openWeeklyRuns(
  graph: GraphClient,
  tenantId: string,
  monday: string,
  now: string,
): Promise<OpenedRuns> {
  const { digest, nonSetters } = await runByHand(graph, tenantId, monday, { now, dryRun: false });
  return { digest: digest?.recipients ?? null, nonSetters: nonSetters?.recipients ?? null };
}

/** Whom `openWeeklyRuns` would tell, by e-mail address; null where the run is open. */
export async function previewWeeklyRuns(graph: GraphClient, tenantId: string, monday: string, now: string) {
  const { digest, nonSetters } = await runByHand(graph, tenantId, monday, { now, dryRun: true });
  return { digest: digest?.emails ?? null, nonSetters: nonSetters?.emails ?? null };
}

type How = { now: string; dryRun: boolean };

async function runByHand(graph: GraphClient, tenantId: string, monday: string, how: How) {
  const { tenant: stored, calendarKeys } = await graph
    .bind({ tenantId })
    .one<Found>('schedules/clocks', { timezone: 'UTC', schedules: [], from: monday });
  const { timezone } = resolveSettings({ timezone: stored.timezone ?? null });
  const calendars = await listCalendars(calendarKeys, stored, how.now);
  const tenant = { tenantId, settings: resolveSettings({}), calendars };
  const turns = { [everyone]: listTurnsFrom(how.now, timezone) };
  const open = (name: ScheduleName, weekStart: string): Promise<Opened | null> =>
    openRun(graph, tenant, name, { weekStart, clocks: [everyone], turns }, how);
  return { digest: await open('digest', addWeeks(monday, -1)), nonSetters: await open('opens', monday) };
}

/** The working days by the key of a calendar, as long as a run waits, wherever people are. */
async function listCalendars(
  keys: readonly string[],
  tenant: CalendarFacts['tenant'],
  now: string,
): Promise<Tenant['calendars']> {
  const days = { from: toLocalDate(now, '-12:00'), to: addDays(toLocalDate(now, '+14:00'), mostDaysToWait) };
  const all = [noneOfTheirOwn, ...keys].map((key) => ({ key, facts: { ...parseCalendarKey(key), tenant } }));
  await openCalendars(
    all.map(({ facts }) => facts),
    days.from,
  );
  return Object.fromEntries(all.map(({ key, facts }) => [key, listWorkingDays(days, getCalendar(facts))]));
}

async function openRun(
  graph: GraphClient,
  { tenantId, settings, calendars }: Tenant,
  name: ScheduleName,
  { weekStart, clocks, turns }: Omit<DueRun, 'kind'>,
  how: How,
): Promise<Opened | null> {
  const run = {
    kind: scheduledTypes[name],
    weekStart,
    clocks,
    turns,
    calendars,
    runId: randomUUID(),
    ...how,
    payload: JSON.stringify({ weekStart }),
    perEvent: name === 'digest' ? 1 : maxRecipientsPerEvent,
    timezone: settings.timezone,
    schedule: toSchedule(name, settings),
    rolesWithTenantScope: rolesThatHold('digest:read'),
  };
  const rollback = new Error('Nobody was told.');
  let opened: Opened | undefined;
  return inSpan('open weekly run', createSpanOptions(tenantId), async (span) => {
    const scope = { tenantId, traceparent: getTraceparent(span) };
    try {
      // a write transaction, because a large tenant exceeds the time limit of a request
      await graph.transaction(scope, async (tx) => {
        [opened] = await tx.rows<Opened>('schedules/open_run', run);
        if (how.dryRun) throw rollback;
      });
    } catch (error) {
      if (error !== rollback) throw error;
    }
    return opened ?? null;
  });
}

/** As `clock` of cypher/includes expects it. */
const toSchedule = (name: ScheduleName, settings: Settings) => ({
  kind: scheduledTypes[name],
  name,
  time: settings[name],
  teamTimes: getTeamTimes(settings.teamSchedules, name),
});

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
  clocks: string[] = [],
): Promise<boolean> {
  const ids = { runId: randomUUID(), eventId: randomUUID() };
  const run = { ...ids, weekStart, clocks, payload: JSON.stringify({ weekStart }), now };
  return inSpan('open weekly run', createSpanOptions(tenantId), async (span) => {
    const scope = { tenantId, traceparent: getTraceparent(span) };
    return (await graph.bind(scope).write('trends/open_run', run)) !== null;
  });
}

/** What follows from a run belongs to a trace that begins with it. */
const createSpanOptions = (tenantId: string) => ({ isRoot: true, attributes: { 'checkin.tenant.id': tenantId } });

type StoredTenant = Partial<Settings> & { tenantId: string; createdAt?: string };

/**
 * Opens the due runs of all tenants. A fault in one tenant does not affect the others.
 *
 * @throws {AggregateError} after all tenants, if some runs could not be opened
 */
export async function openDueRuns(graph: GraphClient, now: string): Promise<void> {
  const { tenants } = await graph.bind({}).one<{ tenants: StoredTenant[] }>('tenants/schedules');
  const faults: unknown[] = [];
  const tenantIds: string[] = [];
  for (const tenant of tenants)
    await openTenantRuns(graph, tenant, now).catch((fault) => {
      faults.push(fault);
      tenantIds.push(tenant.tenantId);
    });
  if (faults.length > 0)
    throw new AggregateError(faults, `Runs could not be opened of tenants: ${tenantIds.join(', ')}.`);
}

/** @param stored the tenant's own settings */
export async function openTenantRuns(graph: GraphClient, stored: StoredTenant, now: string): Promise<void> {
  const { tenantId, createdAt = '1970-01-01T00:00:00Z', ...texts } = stored;
  const settings = resolveSettings(texts);
  const from = addWeeks(getCurrentMonday(now, settings.timezone), -2);
  const schedules = scheduleNames.map((name) => toSchedule(name, settings));
  const params = { timezone: settings.timezone, schedules, from };
  const bound = graph.bind({ tenantId });
  const { clocks, calendarKeys, tenant, opened } = await bound.one<Found>('schedules/clocks', params);
  const trendClock = { kind: 'trends.detect', clock: `${settings.timezone} ${trendTime}` } as const;
  // One that is to come is of a clock that was ahead: it has checked nothing of this time.
  const checks = opened.flatMap(({ checkedAt }) => (checkedAt !== null && checkedAt <= now ? checkedAt : []));
  const since = [createdAt, ...checks].sort().at(-1) ?? createdAt;
  const calendars = await listCalendars(calendarKeys, tenant, now);
  for (const { kind, ...run } of findDueRuns(now, [...clocks, trendClock], opened, since)) {
    const name = scheduleNames.find((one) => scheduledTypes[one] === kind);
    if (name) await openRun(graph, { tenantId, settings, calendars }, name, run, { now, dryRun: false });
    else await openTrendRun(graph, tenantId, run.weekStart, now, run.clocks);
  }
  await bound.write('schedules/note_check', { weekStart: toMonday(now.slice(0, 10)), runId: randomUUID(), now });
}

const msPerQuarter = 15 * 60_000;

/**
 * Checks immediately, when a quarter of an hour has begun, and when a check has failed: all times of schedules are quarters,
 * in every time zone. `stop` waits for a running check.
 */
export function startWeeklyRuns({ graph, now, log }: JobServices, pauseMs = 30_000): Loop {
  let checked: number | null = null;
  const onFault = (error: unknown): void => log.warn({ err: error }, 'weekly run check failed');
  return startLoop({ pauseMs, onFault }, async () => {
    const at = now();
    const quarter = Math.floor(at.getTime() / msPerQuarter);
    if (quarter === checked) return;
    await openDueRuns(graph, at.toISOString());
    checked = quarter;
  });
}

// The weekly detection of trends: everybody's check-ins go by, the week's flags are replaced, and people are told of new ones.
import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { rolesWithTenantScope } from '../access.ts';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { NotificationPayload } from '../notifications/registry.ts';
import { queueLimits } from '../outbox/event-types.ts';
import type { JobServices, Work } from '../outbox/process-event.ts';
import { resolveSettings, type Settings } from '../rules/settings.ts';
import { addWeeks } from '../rules/weeks.ts';
import { selectFlags, screenPerson, createScreening, resolveTrendSettings } from '../trends/detect.ts';
import { addToWriters, listWritersByWeek, type WeekWriters } from '../trends/week-writers.ts';
import type { CheckIn, Flag } from '../trends/types.ts';

const writeBatchSize = 500;

/** A flag and its subject's name; a department's also has who wrote in each week behind its means, by id. */
export type NamedFlag = Flag & { name: string; weekWriters?: string[] };

/** What a detection found in the week that starts on a Monday, the surest flag first; `erasures` before it looked. */
export type Detection = { weekStart: string; people: number; erasures: number; flags: NamedFlag[] };

type Tenant = { tenant: Partial<Settings>; people: number; erasures: number };
type Person = { id: string; name: string; active?: boolean; checkIns: CheckInRow[] };
type CheckInRow = [
  weeksAgo: number,
  department: string | null,
  quality: number,
  personal: number,
  professional: number,
];

/** Makes the work of a `trends.detect` event; doing it twice leaves the same flags and tells nobody twice. */
export function createDetectTrendsHandler({ graph: client, now }: Pick<JobServices, 'graph' | 'now'>): Work {
  return async (event, graph, signal, tenantId) => {
    const { weekStart } = JSON.parse(event.payload ?? '{}') as { weekStart: string };
    const detection = await detectTrends(graph, weekStart, { signal });
    await saveTrends(client, tenantId, detection, { now: now().toISOString(), tell: true });
    return 'done';
  };
}

/**
 * Looks at a week of a tenant, person by person; of the check-ins, only sums are held.
 *
 * @param weekStart a Monday, `YYYY-MM-DD`
 * @param options.progress is told how many people were looked at, and of how many
 * @throws {ApiError} DATABASE_UNAVAILABLE; or the reason of `signal` when it aborts
 */
export async function detectTrends(
  graph: Graph,
  weekStart: string,
  { signal, progress }: { signal?: AbortSignal; progress?: (done: number, total: number) => void } = {},
): Promise<Detection> {
  const { tenant, people, erasures } = await graph.one<Tenant>('trends/settings');
  const tenantSettings = resolveSettings(tenant);
  const settings = resolveTrendSettings(tenantSettings);
  const firstWeek = addWeeks(weekStart, 1 - settings.recentWeeks - settings.baselineWeeks);
  const screening = createScreening(settings);
  const writers: WeekWriters = new Map();
  const names = new Map<string, string>();
  let processed = 0;
  for await (const page of graph.scan<Person>(
    'trends/check_ins',
    { firstWeek, lastWeek: weekStart },
    queueLimits.trends.timeoutMs,
  )) {
    for (const { id, name, active = false, checkIns: rows } of page) {
      signal?.throwIfAborted();
      const checkIns = rows.map(toCheckIn);
      screenPerson(screening, active ? id : null, checkIns);
      addToWriters(writers, id, checkIns);
      if (active) names.set(id, name);
    }
    processed += page.length;
    progress?.(processed, people);
    await breath(); // other jobs of the process go on
  }
  const flags = selectFlags(screening).map((flag) => ({
    ...flag,
    name: flag.scope === 'department' ? flag.subject : (names.get(flag.subject) ?? tenantSettings.name),
    ...(flag.scope === 'department' && { weekWriters: listWritersByWeek(writers, flag.subject, settings) }),
  }));
  signal?.throwIfAborted();
  return { weekStart, people: processed, erasures, flags };
}

function toCheckIn([
  weeksAgo,
  department,
  qualityOfWork,
  personalWellbeing,
  professionalWellbeing,
]: CheckInRow): CheckIn {
  return { weeksAgo, department, scores: { qualityOfWork, personalWellbeing, professionalWellbeing } };
}

/**
 * Puts what was found in the place of that week's flags, all at once. Of a flag that nobody was told of before, `tell`
 * queues a notification: of a person for their manager, of a group for those who see the whole tenant.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE, and nothing is changed
 * @throws {Error} when somebody was erased since the detection began: what it found may be about them
 */
export async function saveTrends(
  client: GraphClient,
  tenantId: string,
  { weekStart, erasures, flags: detectedFlags }: Detection,
  { now, tell }: { now: string; tell: boolean },
): Promise<void> {
  const flags = detectedFlags.map(({ name, ...flag }) => ({
    ...flag,
    id: randomUUID(),
    eventId: randomUUID(),
    key: ['trend.flagged', weekStart, flag.scope, flag.subject, flag.dimension].join(':'),
    payload: JSON.stringify(buildPayload(flag, name, weekStart)),
  }));
  await client.transaction({ tenantId }, async (tx) => {
    const [run] = await tx.run<{ notifiedKeys: string[] }>('trends/clear_flags', { weekStart, now, erasures });
    if (!run) throw new Error('Somebody was erased meanwhile, or the tenant is gone: look again.');
    for (let from = 0; from < flags.length; from += writeBatchSize) {
      await tx.run('trends/write_flags', { weekStart, flags: flags.slice(from, from + writeBatchSize) });
    }
    const notifiedKeys = new Set(run.notifiedKeys);
    const newFlags = tell ? flags.filter(({ key }) => !notifiedKeys.has(key)) : [];
    await tx.run('trends/queue_notifications', {
      weekStart,
      now,
      flags: newFlags,
      rolesWithTenantScope: rolesWithTenantScope('trends:read'),
    });
  });
}

function buildPayload({ scope, dimension, direction }: Flag, subjectName: string, weekStart: string): TrendPayload {
  return { subjectName, scope, dimension, direction, weekStart };
}
type TrendPayload = NotificationPayload<'trend.flagged'>;

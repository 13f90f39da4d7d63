// The trend detection job: reads the check-ins of a tenant, replaces the flags of a week and notifies about new ones.
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { rolesWithTenantScope } from '../access.ts';
import { splitIntoBatches } from '../batches.ts';
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

/** A flag with the name of its subject. A department's flag also has the ids of the writers of each week in its means. */
export type NamedFlag = Flag & { name: string; weekWriters?: string[] };

/** `flags` has the lowest p first. `erasures` is the tenant's count of erased people before the detection. */
export type Detection = { weekStart: string; people: number; erasures: number; flags: NamedFlag[] };

type Tenant = { tenant: Partial<Settings>; people: number; erasures: number };
type Person = { id: string; name: string; active?: boolean; checkIns: CheckInRow[] };
type CheckInRow = [
  weeksAgo: number,
  department: string | null,
  qualityOfWork: number,
  personalWellbeing: number,
  professionalWellbeing: number,
];

/** Creates the handler of `trends.detect` events. It is idempotent: a second run stores the same flags and notifies nobody. */
export function createDetectTrendsHandler({ graph: client, now }: Pick<JobServices, 'graph' | 'now'>): Work {
  return async (event, graph, signal, tenantId) => {
    const { weekStart } = JSON.parse(event.payload ?? '{}') as { weekStart: string };
    const detection = await detectTrends(graph, weekStart, { signal });
    await saveTrends(client, tenantId, detection, { now: now().toISOString(), notify: true });
    return 'done';
  };
}

/**
 * Detects the trend flags of a week. People are streamed and only sums are kept, so memory does not grow with check-ins.
 *
 * @param weekStart a Monday, `YYYY-MM-DD`
 * @param options.progress gets the number of processed people and the total
 * @throws {ApiError} DATABASE_UNAVAILABLE; the reason of `signal` if it aborts
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
    await yieldToEventLoop(); // detection is CPU-bound, other jobs of the process must go on
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
 * Replaces the flags of a week in one transaction. With `notify`, flags without an earlier notification get one: of a person
 * for the manager, of a group for everyone with tenant-wide access.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE; nothing is changed
 * @throws {Error} if a person was erased since the detection began, because flags may be about that person
 */
export async function saveTrends(
  client: GraphClient,
  tenantId: string,
  { weekStart, erasures, flags: detectedFlags }: Detection,
  { now, notify }: { now: string; notify: boolean },
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
    if (!run)
      throw new Error(
        'A person was erased during the detection, or the tenant no longer exists. Run the detection again.',
      );
    for (const batch of splitIntoBatches(flags, writeBatchSize))
      await tx.run('trends/write_flags', { weekStart, flags: batch });
    const notifiedKeys = new Set(run.notifiedKeys);
    const newFlags = notify ? flags.filter(({ key }) => !notifiedKeys.has(key)) : [];
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

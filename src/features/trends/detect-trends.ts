// The trend detection job: reads the check-ins of a tenant, replaces the flags of a week and notifies about new ones.
import { randomUUID } from 'node:crypto';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import type { Dimension } from '../../platform/schema/scores.ts';
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import { runThread } from '../../platform/lib/threads.ts';
import { deriveId } from '../../platform/lib/ids.ts';
import type { Graph, GraphClient } from '../../platform/graph/client.ts';
import type { trendNotifications } from './notifications.ts';
import type { PayloadOf } from '../../platform/notifications/notices.ts';
import { queueLimits } from '../../platform/outbox/queue-limits.ts';
import type { JobServices, Work } from '../../platform/outbox/work.ts';
import { settleAllWeeks } from '../absences/settle-weeks.ts';
import { resolveSettings, type Settings } from '../../platform/settings/settings.ts';
import { addWeeks } from '../../platform/time/weeks.ts';
import type { Selected } from './detect-thread.ts';
import { addPerson, createHistory, type History } from './method/history.ts';
import { thresholds } from './method/thresholds.ts';
import type { CheckIn, Flag } from './method/types.ts';

const writeBatchSize = 500;
const program = new URL('./detect-thread.ts', import.meta.url);
/** For 100,000 people, of whom each takes some 20 KB. */
const heapMegabytes = 2_048;

/** A flag that returns within this number of weeks belongs to the same shift and is not announced again. */
const sameShiftWeeks = 4;

/** A flag with the name of its subject. A department's flag also has the ids of the writers of each week in its means. */
export type NamedFlag = Flag & { name: string; weekWriters?: string[] };

/** `flags` has the lowest p first. `erasures` is the tenant's count of erased people before the detection. */
export type Detection = { weekStart: string; people: number; erasures: number; flags: NamedFlag[] };

type Tenant = { tenant: Partial<Settings>; people: number; erasures: number };
/** A person with their check-ins, whose values are in lists of the same order. */
type Person = { id: string; name: string; active?: boolean; weeksAgo: number[]; departments: string[] } & Record<
  Dimension,
  number[]
>;

/**
 * Creates the handler of `trends.detect` events. It is idempotent: a second run stores the same flags and notifies
 * nobody. Once a week, it also derives the excused weeks again, for two years ahead.
 */
export function createDetectTrendsHandler({ graph: client, now }: Pick<JobServices, 'graph' | 'now'>): Work {
  return async (event, graph, signal, tenantId) => {
    const { weekStart } = JSON.parse(event.payload ?? '{}') as { weekStart: string };
    await client.transaction({ tenantId, userId: 'operator' }, (tx) => settleAllWeeks(tx, now().toISOString()));
    const detection = await detectTrends(graph, weekStart, { signal });
    await saveTrends(client, tenantId, detection, { now: now().toISOString(), notify: true });
    return { done: 'completed' };
  };
}

/**
 * Detects the trend flags of a week. People are streamed, and their scores are packed: some 300 bytes a person and year.
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
  const found = await graph.write<Tenant>('trends/settings');
  if (!found) throw new Error('The tenant no longer exists.');
  const { tenant, people, erasures } = found;
  const settings = resolveSettings(tenant);
  const firstWeek = addWeeks(weekStart, 1 - thresholds.weeks);
  const history = createHistory(settings.minimumGroup);
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let processed = 0;
  for await (const page of graph.scan<Person>(
    'trends/check_ins',
    { firstWeek, lastWeek: weekStart },
    queueLimits.trends.timeoutMs,
  )) {
    for (const person of page) {
      const { id, name, active = false } = person;
      signal?.throwIfAborted();
      if (seen.has(id)) continue; // their address changed while people were read
      seen.add(id);
      addPerson(history, id, listCheckIns(person), active);
      if (active) names.set(id, name);
    }
    processed += page.length;
    progress?.(processed, people);
  }
  const { flags: selected, writers } = await selectInThread(history, signal);
  const flags = selected.map((flag) => ({
    ...flag,
    name: flag.scope === 'department' ? flag.subject : (names.get(flag.subject) ?? settings.name),
    ...(flag.scope === 'department' && { weekWriters: writers.get(flag.subject) ?? [] }),
  }));
  return { weekStart, people: seen.size, erasures, flags };
}

/** Gives the history away to a thread. @throws {Error} if the thread fails, or `signal` aborts */
async function selectInThread(history: History, signal?: AbortSignal): Promise<Selected> {
  let selected: Selected | null = null;
  await runThread<Selected>(program, history, {
    heapMegabytes,
    signal,
    transfer: [history.scores.buffer as ArrayBuffer, history.writtenIn.buffer as ArrayBuffer],
    onMessage: (message) => (selected = message),
  });
  return selected ?? Promise.reject(new Error('The thread has detected nothing.'));
}

function listCheckIns(person: Person): CheckIn[] {
  const { weeksAgo, departments, qualityOfWork, personalWellbeing, professionalWellbeing } = person;
  return weeksAgo.map((ago, i) => ({
    weeksAgo: ago,
    department: departments[i] as string,
    scores: {
      qualityOfWork: qualityOfWork[i] as number,
      personalWellbeing: personalWellbeing[i] as number,
      professionalWellbeing: professionalWellbeing[i] as number,
    },
  }));
}

/**
 * Replaces the flags of a week in one transaction. With `notify`, flags of shifts that nobody was notified about get a
 * notification. A flag about a person is for their nearest active manager, a flag about a group for everyone with tenant-wide access.
 * A shift is announced once, however many weeks it is flagged; a fall after a rise is another one.
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
  const flags = detectedFlags.map((flag) => toStoredFlag(flag, weekStart, tenantId));
  await client.transaction({ tenantId }, async (tx) => {
    const [run] = await tx.rows<{ notifiedKeys: string[] }>('trends/clear_flags', { weekStart, now, erasures });
    if (!run)
      throw new Error(
        'A person was erased during the detection, or the tenant no longer exists. Run the detection again.',
      );
    for (const batch of splitIntoBatches(flags, writeBatchSize))
      await tx.rows('trends/write_flags', { weekStart, flags: batch });
    const notifiedKeys = new Set(run.notifiedKeys);
    const isAnnounced = ({ shiftKeys }: StoredFlag): boolean => shiftKeys.some((key) => notifiedKeys.has(key));
    await tx.rows('trends/queue_notifications', {
      weekStart,
      now,
      flags: notify ? flags.filter((flag) => !isAnnounced(flag)) : [],
      continuedKeys: flags.filter(isAnnounced).map(({ key }) => key),
      rolesWithTenantScope: rolesThatHold('trends:read'),
    });
  });
}

/** `shiftKeys` has the key of the flag in each week in which the same shift may have been announced. */
type StoredFlag = ReturnType<typeof toStoredFlag>;

function toStoredFlag({ name, ...flag }: NamedFlag, weekStart: string, tenantId: string) {
  const { start } = flag;
  const toWeek = (weeksAgo: number): string => addWeeks(weekStart, -weeksAgo);
  const createKey = (week: string): string => `${createOldKey(week)}:${flag.direction}`;
  /** The key before 0.4.0, which did not know a fall from a rise. What was told then is not told again. */
  const createOldKey = (week: string): string =>
    ['trend.flagged', week, flag.scope, flag.subject, flag.dimension].join(':');
  const weeks = Array.from({ length: Math.max(start.earliest, sameShiftWeeks) + 1 }, (_, weeksAgo) => toWeek(weeksAgo));
  const { scope, subject, dimension, direction, weekWriters } = flag;
  return {
    scope,
    subject,
    dimension,
    direction,
    weekWriters: weekWriters ?? null,
    ...(flag.hasNumbers === false ? {} : toStoredNumbers(flag, toWeek)),
    id: randomUUID(),
    eventId: deriveId(tenantId, createKey(weekStart)),
    key: createKey(weekStart),
    shiftKeys: weeks.flatMap((week) => [createKey(week), createOldKey(week)]),
    payload: JSON.stringify(buildPayload(flag, name, weekStart)),
  };
}

/** What says how large the shift is, when it began, and which weekly values are behind it. */
function toStoredNumbers(flag: Flag, toWeek: (weeksAgo: number) => string) {
  const { n, recentMean, baselineMean, effectSize, p, adjustedP, start, series } = flag;
  return {
    n,
    recentMean,
    baselineMean,
    effectSize,
    p,
    adjustedP,
    startWeek: toWeek(start.weeksAgo),
    startEarliest: toWeek(start.earliest),
    startLatest: toWeek(start.latest),
    seriesWeeks: series.map(({ weeksAgo }) => toWeek(weeksAgo)),
    seriesValues: series.map(({ value }) => value),
  };
}

type PayloadFlag = Pick<Flag, 'scope' | 'dimension' | 'direction'>;

function buildPayload({ scope, dimension, direction }: PayloadFlag, name: string, weekStart: string): TrendPayload {
  return { subjectName: name, scope, dimension, direction, weekStart };
}
type TrendPayload = PayloadOf<(typeof trendNotifications)['trend.flagged']>;

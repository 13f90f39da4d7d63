// The weekly detection of trends: everybody's check-ins go by, the week's flags are replaced, and people are told of new ones.
import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { seeAll } from '../access.ts';
import type { Graph, GraphDoor } from '../graph/client.ts';
import type { PayloadOf } from '../notifications/registry.ts';
import type { JobServices, Work } from '../outbox/process-event.ts';
import { settingsOf, type Settings } from '../rules/settings.ts';
import { weeksLater } from '../rules/weeks.ts';
import { flagsOf, screenPerson, startScreening, trendSettingsOf } from '../trends/detect.ts';
import { addToWriters, writersByWeek, type WeekWriters } from '../trends/people.ts';
import type { CheckIn, Flag } from '../trends/terms.ts';

/** The time of one detection; 10,000 people with a year of check-ins take some seconds of it. */
export const detectWithinMs = 10 * 60_000;

const writtenAtOnce = 500;

/** A flag and its subject's name; a department's also has who wrote in each week behind its means, by id. */
export type NamedFlag = Flag & { name: string; weekWriters?: string[] };

/** What a detection found in the week that starts on a Monday, the surest flag first; `erasures` before it looked. */
export type Found = { weekStart: string; people: number; erasures: number; flags: NamedFlag[] };

type Tenant = { tenant: Partial<Settings>; people: number; erasures: number };
type Person = { id: string; name: string; active?: boolean; checkIns: Written[] };
type Written = [weeksAgo: number, department: string | null, quality: number, personal: number, professional: number];

/** Makes the work of a `trends.detect` event; doing it twice leaves the same flags and tells nobody twice. */
export function detectingTrends({ graph: door, now }: Pick<JobServices, 'graph' | 'now'>): Work {
  return async (event, graph, signal, tenantId) => {
    const { weekStart } = JSON.parse(event.payload ?? '{}') as { weekStart: string };
    const found = await findTrends(graph, weekStart, { signal });
    await keepTrends(door, tenantId, found, { now: now().toISOString(), tell: true });
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
export async function findTrends(
  graph: Graph,
  weekStart: string,
  { signal, progress }: { signal?: AbortSignal; progress?: (done: number, total: number) => void } = {},
): Promise<Found> {
  const { tenant, people, erasures } = await graph.one<Tenant>('trends/tenant');
  const own = settingsOf(tenant);
  const settings = trendSettingsOf(own);
  const firstWeek = weeksLater(weekStart, 1 - settings.recentWeeks - settings.baselineWeeks);
  const screening = startScreening(settings);
  const writers: WeekWriters = new Map();
  const names = new Map<string, string>();
  let seen = 0;
  for await (const page of graph.scan<Person>('trends/check_ins', { firstWeek, lastWeek: weekStart }, detectWithinMs)) {
    for (const { id, name, active = false, checkIns: written } of page) {
      signal?.throwIfAborted();
      const checkIns = written.map(checkInOf);
      screenPerson(screening, active ? id : null, checkIns);
      addToWriters(writers, id, checkIns);
      if (active) names.set(id, name);
    }
    seen += page.length;
    progress?.(seen, people);
    await breath(); // other jobs of the process go on
  }
  const flags = flagsOf(screening).map((flag) => ({
    ...flag,
    name: flag.scope === 'department' ? flag.subject : (names.get(flag.subject) ?? own.name),
    ...(flag.scope === 'department' && { weekWriters: writersByWeek(writers, flag.subject, settings) }),
  }));
  signal?.throwIfAborted();
  return { weekStart, people: seen, erasures, flags };
}

function checkInOf([weeksAgo, department, qualityOfWork, personalWellbeing, professionalWellbeing]: Written): CheckIn {
  return { weeksAgo, department, scores: { qualityOfWork, personalWellbeing, professionalWellbeing } };
}

/**
 * Puts what was found in the place of that week's flags, all at once. Of a flag that nobody was told of before, `tell`
 * queues a notification: of a person for their manager, of a group for those who see the whole tenant.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE, and nothing is changed
 * @throws {Error} when somebody was erased since the detection began: what it found may be about them
 */
export async function keepTrends(
  door: GraphDoor,
  tenantId: string,
  { weekStart, erasures, flags: found }: Found,
  { now, tell }: { now: string; tell: boolean },
): Promise<void> {
  const flags = found.map(({ name, ...flag }) => ({
    ...flag,
    id: randomUUID(),
    eventId: randomUUID(),
    key: ['trend.flagged', weekStart, flag.scope, flag.subject, flag.dimension].join(':'),
    payload: JSON.stringify(payloadOf(flag, name, weekStart)),
  }));
  await door.transaction({ tenantId }, async (tx) => {
    const [run] = await tx.run<{ told: string[] }>('trends/replace', { weekStart, now, erasures });
    if (!run) throw new Error('Somebody was erased meanwhile, or the tenant is gone: look again.');
    for (let from = 0; from < flags.length; from += writtenAtOnce) {
      await tx.run('trends/write', { weekStart, flags: flags.slice(from, from + writtenAtOnce) });
    }
    const told = new Set(run.told);
    const news = tell ? flags.filter(({ key }) => !told.has(key)) : [];
    await tx.run('trends/tell', { weekStart, now, flags: news, readerRoles: seeAll('trends:read') });
  });
}

function payloadOf({ scope, dimension, direction }: Flag, subjectName: string, weekStart: string): TrendPayload {
  return { subjectName, scope, dimension, direction, weekStart };
}
type TrendPayload = PayloadOf<'trend.flagged'>;

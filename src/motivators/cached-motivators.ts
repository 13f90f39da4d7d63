// Motivators are served from the graph: pulled from the provider when a day old, and put into words for the few who may read.
import { ApiError, fail } from '../errors.ts';
import type { GraphClient } from '../graph/client.ts';
import type { InsightWriter } from './insight-writer.ts';
import { describeScores, withAttribution } from './rule-based-insight.ts';
import type { MotivatorsProvider, Score } from './source.ts';

/** As the graph keeps them; `scores` is JSON. */
export type CachedMotivators = { scores: string; lastSyncedAt: string; insight?: string | null };

export type TenantMotivators = {
  /**
   * Somebody's motivators: those that are kept while they are less than a day old, else those of the provider; and when
   * it has none to give in time, those that are kept after all.
   *
   * @throws {ApiError} PROVIDER_UNAVAILABLE when nothing is kept either
   */
  current: (userId: string, cached: CachedMotivators | null) => Promise<CachedMotivators>;
  /** Pulls them from the provider, whatever is kept. @throws {Error} when it does not give them */
  pull: (userId: string, cached: CachedMotivators | null) => Promise<CachedMotivators>;
  /** Motivators in words: the language model's when it has written, or does so soon; else by a rule. */
  insight: (userId: string, cached: CachedMotivators) => Promise<string>;
};
export type MotivatorsService = { forTenant(tenantId: string): TenantMotivators };

type Services = {
  graph: GraphClient;
  now(): Date;
  provider: MotivatorsProvider | null;
  writer: InsightWriter | null;
};

const freshForMs = 24 * 60 * 60_000;
const deadlineMs = 1_600;

/** Whoever asks for the same at once shares one question to the outside. */
export function createMotivatorsService({ graph: client, provider, writer, ...clock }: Services): MotivatorsService {
  const pulls = singleFlight<CachedMotivators>();
  const texts = singleFlight<string>();
  return {
    forTenant(tenantId) {
      const graph = client.bind({ tenantId });

      async function fetchMotivators(userId: string, cached: CachedMotivators | null): Promise<CachedMotivators> {
        if (!provider) throw new Error('No provider of motivators is configured.');
        const scores = await provider.fetchScores(userId);
        if (!scores && cached) throw new Error('The provider of motivators does not know this person any more.');
        const fresh = { userId, scores: JSON.stringify(scores ?? []), now: clock.now().toISOString() };
        const saved = await graph.write<{ cached: CachedMotivators }>('profiles/save_motivators', fresh);
        return saved?.cached ?? fail('USER_NOT_FOUND');
      }

      async function writeInsight(userId: string, { scores }: CachedMotivators, by: InsightWriter): Promise<string> {
        const text = await by.write(JSON.parse(scores) as Score[]);
        const insight = withAttribution(by, text, clock.now().toISOString());
        await graph.write('profiles/save_insight', { userId, scores, insight });
        return insight;
      }

      const pull: TenantMotivators['pull'] = (userId, cached) =>
        pulls(`${tenantId}/${userId}`, () => fetchMotivators(userId, cached));

      return {
        pull,
        async current(userId, cached) {
          if (cached && clock.now().getTime() - Date.parse(cached.lastSyncedAt) < freshForMs) return cached;
          const pulled = pull(userId, cached);
          if (cached) return (await withDeadline(pulled)) ?? cached;
          return pulled.catch((error: unknown) => {
            if (error instanceof ApiError) throw error; // the graph's, not the provider's
            return fail('PROVIDER_UNAVAILABLE', undefined, { cause: error });
          });
        },
        async insight(userId, cached) {
          if (cached.insight) return cached.insight;
          const scores = JSON.parse(cached.scores) as Score[];
          const text =
            writer &&
            scores.length > 0 &&
            (await withDeadline(texts(`${tenantId}/${userId}`, () => writeInsight(userId, cached, writer))));
          return text || withAttribution('rule', describeScores(scores), cached.lastSyncedAt);
        },
      };
    },
  };
}

/** What comes of it in a short while; null when it fails or takes longer, in which case it goes on. */
async function withDeadline<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), deadlineMs)));
  return Promise.race([work.catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    let shared = underWay.get(key);
    if (!shared) underWay.set(key, (shared = work().finally(() => underWay.delete(key))));
    return shared;
  };
}

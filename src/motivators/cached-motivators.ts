// Motivators are served from the graph: pulled from the provider when a day old, and put into words for the few who may read.
import { ApiError, fail } from '../errors.ts';
import type { GraphDoor } from '../graph/client.ts';
import type { InsightWriter } from './insight-writer.ts';
import { readingOf, signedBy } from './rule-based-insight.ts';
import type { MotivatorsProvider, Score } from './source.ts';

/** As the graph keeps them; `scores` is JSON. */
export type Kept = { scores: string; lastSyncedAt: string; insight?: string | null };

export type TenantMotivators = {
  /**
   * Somebody's motivators: those that are kept while they are less than a day old, else those of the provider; and when
   * it has none to give in time, those that are kept after all.
   *
   * @throws {ApiError} PROVIDER_UNAVAILABLE when nothing is kept either
   */
  current: (userId: string, kept: Kept | null) => Promise<Kept>;
  /** Pulls them from the provider, whatever is kept. @throws {Error} when it does not give them */
  pull: (userId: string, kept: Kept | null) => Promise<Kept>;
  /** Motivators in words: the language model's when it has written, or does so soon; else by a rule. */
  insight: (userId: string, kept: Kept) => Promise<string>;
};
export type MotivatorsRefresh = { of(tenantId: string): TenantMotivators };

type Services = {
  graph: GraphDoor;
  now(): Date;
  provider: MotivatorsProvider | null;
  writer: InsightWriter | null;
};

const freshForMs = 24 * 60 * 60_000;
const waitMs = 1_600;

/** Whoever asks for the same at once shares one question to the outside. */
export function openMotivators({ graph: door, provider, writer, ...clock }: Services): MotivatorsRefresh {
  const pulls = sharing<Kept>();
  const texts = sharing<string>();
  return {
    of(tenantId) {
      const graph = door.bind({ tenantId });

      async function fetched(userId: string, kept: Kept | null): Promise<Kept> {
        if (!provider) throw new Error('No provider of motivators is configured.');
        const scores = await provider.scoresOf(userId);
        if (!scores && kept) throw new Error('The provider of motivators does not know this person any more.');
        const fresh = { userId, scores: JSON.stringify(scores ?? []), now: clock.now().toISOString() };
        const written = await graph.write<{ kept: Kept }>('profiles/keep_motivators', fresh);
        return written?.kept ?? fail('USER_NOT_FOUND');
      }

      async function written(userId: string, { scores }: Kept, by: InsightWriter): Promise<string> {
        const text = await by.write(JSON.parse(scores) as Score[]);
        const insight = signedBy(by, text, clock.now().toISOString());
        await graph.write('profiles/keep_insight', { userId, scores, insight });
        return insight;
      }

      const pull: TenantMotivators['pull'] = (userId, kept) =>
        pulls(`${tenantId}/${userId}`, () => fetched(userId, kept));

      return {
        pull,
        async current(userId, kept) {
          if (kept && clock.now().getTime() - Date.parse(kept.lastSyncedAt) < freshForMs) return kept;
          const pulled = pull(userId, kept);
          if (kept) return (await soon(pulled)) ?? kept;
          return pulled.catch((error: unknown) => {
            if (error instanceof ApiError) throw error; // the graph's, not the provider's
            return fail('PROVIDER_UNAVAILABLE', undefined, { cause: error });
          });
        },
        async insight(userId, kept) {
          if (kept.insight) return kept.insight;
          const scores = JSON.parse(kept.scores) as Score[];
          const text =
            writer &&
            scores.length > 0 &&
            (await soon(texts(`${tenantId}/${userId}`, () => written(userId, kept, writer))));
          return text || signedBy('rule', readingOf(scores), kept.lastSyncedAt);
        },
      };
    },
  };
}

/** What comes of it in a short while; null when it fails or takes longer, in which case it goes on. */
async function soon<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), waitMs)));
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}

function sharing<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    let shared = underWay.get(key);
    if (!shared) underWay.set(key, (shared = work().finally(() => underWay.delete(key))));
    return shared;
  };
}

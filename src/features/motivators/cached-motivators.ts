// Serves motivators from the graph, refreshes them from the provider once a day, and adds the text about them.
import type { Logger } from 'pino';
import { ApiError, fail } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { waitAtMost } from '../../platform/lib/timeouts.ts';
import type { InsightWriter } from './insight-writer.ts';
import type { MotivatorsProvider, Score } from './source.ts';
import { describeScores } from './rule-based-insight.ts';

/** Motivators as stored in the graph; `scores` is the JSON of `Score[]`. */
export type CachedMotivators = { scores: string; lastSyncedAt: string; insight?: string | null };

export type MotivatorsService = ReturnType<typeof createMotivatorsService>;
export type TenantMotivators = ReturnType<MotivatorsService['forTenant']>;
/** What handlers of this feature get. */
export type MotivatorsContext = { motivators: TenantMotivators };

type Services = {
  graph: GraphClient;
  now(): Date;
  provider: MotivatorsProvider | null;
  writer: InsightWriter | null;
  log: Pick<Logger, 'warn'>;
};

const freshForMs = 24 * 60 * 60_000;
const deadlineMs = 1_600;

/** Concurrent calls for the same person share one request to the provider or the language model. */
export function createMotivatorsService({ graph: client, provider, writer, log, ...clock }: Services) {
  const pulls = singleFlight<CachedMotivators>();
  const texts = singleFlight<string>();
  return {
    forTenant(tenantId: string) {
      const graph = client.bind({ tenantId });

      async function fetchMotivators(userId: string, cached: CachedMotivators | null): Promise<CachedMotivators> {
        if (!provider) throw new Error('No provider of motivators is configured.');
        const scores = await provider.fetchScores(userId);
        if (!scores && cached) throw new Error('The provider of motivators no longer knows this person.');
        const fresh = { userId, scores: JSON.stringify(scores ?? []), now: clock.now().toISOString() };
        const saved = await graph.write<{ cached: CachedMotivators }>('motivators/save', fresh);
        return saved?.cached ?? fail('USER_NOT_FOUND');
      }

      async function writeInsight(userId: string, { scores }: CachedMotivators, model: InsightWriter): Promise<string> {
        const text = await model.write(JSON.parse(scores) as Score[]);
        const insight = withAttribution(model, text, clock.now().toISOString());
        await graph.write('motivators/save_insight', { userId, scores, insight });
        return insight;
      }

      /** Reads again before the provider is asked: a request that has just ended may have stored the motivators. */
      async function refresh(userId: string): Promise<CachedMotivators> {
        const row = await graph.one<{ cached: CachedMotivators | null }>('motivators/find', { userId });
        return row.cached && isFresh(row.cached) ? row.cached : fetchMotivators(userId, row.cached);
      }

      const isFresh = ({ lastSyncedAt }: CachedMotivators): boolean =>
        clock.now().getTime() - Date.parse(lastSyncedAt) < freshForMs;
      return {
        hasProvider: provider !== null,
        /** Pulls motivators from the provider, however old the stored ones are. @throws {Error} if the provider fails */
        pull: (userId: string, cached: CachedMotivators | null): Promise<CachedMotivators> =>
          pulls(`${tenantId}/${userId}`, () => fetchMotivators(userId, cached)),
        /**
         * Returns a person's motivators: the stored ones if they are less than a day old, otherwise the motivators from the provider.
         * If the provider fails or is too slow, the stored ones are returned.
         *
         * @throws {ApiError} PROVIDER_UNAVAILABLE if the provider fails and nothing is stored
         */
        async current(userId: string, cached: CachedMotivators | null): Promise<CachedMotivators> {
          if (cached && isFresh(cached)) return cached;
          const pulled = pulls(`${tenantId}/${userId}`, () => refresh(userId));
          const logFault = (err: unknown): void =>
            log.warn({ err, tenantId, userId }, 'motivators not refreshed; stored ones are served');
          if (cached) return (await withDeadline(pulled, logFault)) ?? cached;
          return pulled.catch((error: unknown) => {
            if (error instanceof ApiError) throw error; // from the graph, not from the provider
            return fail('PROVIDER_UNAVAILABLE', undefined, { cause: error });
          });
        },
        /** Returns the text about motivators: by the language model if it answers in time, otherwise by a fixed rule. */
        async insight(userId: string, cached: CachedMotivators): Promise<string> {
          if (cached.insight) return cached.insight;
          const scores = JSON.parse(cached.scores) as Score[];
          const logFault = (err: unknown): void =>
            log.warn({ err, tenantId, userId }, 'insight not written by the language model; a rule writes it');
          const text =
            writer &&
            scores.length > 0 &&
            (await withDeadline(
              texts(`${tenantId}/${userId}`, () => writeInsight(userId, cached, writer)),
              logFault,
            ));
          return text || withAttribution('rule', describeScores(scores), cached.lastSyncedAt);
        },
      };
    },
  };
}

/** Waits 1.6 s for a result; null if the work fails or takes longer. Slow work continues; its faults are logged as well. */
async function withDeadline<T>(work: Promise<T>, logFault: (error: unknown) => void): Promise<T | null> {
  const result = work.catch((error: unknown) => {
    logFault(error);
    return null;
  });
  return waitAtMost(deadlineMs, result, () => new Error('The result is late.')).catch(() => null);
}

function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const pending = new Map<string, Promise<T>>();
  return (key, work) => {
    let shared = pending.get(key);
    if (!shared) pending.set(key, (shared = work().finally(() => pending.delete(key))));
    return shared;
  };
}

/** Appends who wrote the text and on which day, so readers can tell a rule from a language model. */
function withAttribution(writer: { model: string } | 'rule', text: string, at: string): string {
  const day = at.slice(0, 10);
  const attribution =
    writer === 'rule'
      ? `Written by a fixed rule of this service, not by a language model, from the scores of ${day}.`
      : `Written by the language model ${writer.model} on ${day}, from the scores alone.`;
  return `${text}\n\n${attribution}`;
}

// The connection to Redis that health checks and rate limits use. Requests are counted in it, for all processes together; in
// memory while it does not answer in time.
import { createClient } from 'redis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '../../limits.ts';
import { waitAtMost } from '../../lib/timeouts.ts';

/** The requests of a key in the current window, with this one, and when the window ends. */
type RequestCount = { used: number; msLeft: number };
export type RequestCounter = {
  /** Counts requests of `key` in a window of so many seconds. Never fails, and never waits long. */
  count(key: string, windowSeconds: number, requests: number): Promise<RequestCount>;
};

export type Redis = RequestCounter & {
  /** @throws {Error} unless Redis answers within `withinMs` */
  ping(withinMs: number): Promise<void>;
  close(): void;
};

/** After a failure Redis is left alone for this long, so that only one request in this time waits for it. */
const retryAfterMs = 1_000;
const unlimited = Number.MAX_SAFE_INTEGER; // the limiters only count: the limits of tenants differ

type Counters = { redis: RateLimiterRedis; memory: RateLimiterMemory };

/**
 * Opens a client that connects in the background and reconnects when the connection is lost.
 *
 * @param options.countWithinMs replaces how long a request waits to be counted
 */
export function openRedis(url: string, log: Logger, { countWithinMs }: { countWithinMs?: number } = {}): Redis {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (attempt) => Math.min(100 * 2 ** attempt, 2_000) },
  });
  let isLost = false;
  client.on('error', (error: Error) => {
    // each attempt to connect again would say the same, in several lines; the first one says why
    if (!isLost) log.warn({ err: error }, 'Redis connection failed');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) log.info('Redis connection restored');
    isLost = false;
  });
  void client.connect().catch(() => undefined);
  return {
    ...createRequestCounter(client, log, countWithinMs),
    async ping(withinMs) {
      await waitAtMost(withinMs, client.ping(), createTimeoutError);
    },
    close: () => client.destroy(),
  };
}

const createTimeoutError = (): Error => new Error('Redis did not answer in time.');

function createRequestCounter(storeClient: unknown, log: Logger, withinMs = rateLimits.countWithinMs): RequestCounter {
  const countersByWindow = new Map<number, Counters>();
  let retryAt = 0;

  function getCounters(duration: number): Counters {
    let counters = countersByWindow.get(duration);
    if (!counters) {
      const options = { keyPrefix: `requests:${duration}`, points: unlimited, duration };
      const redis = new RateLimiterRedis({
        ...options,
        storeClient,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      });
      counters = { redis, memory: new RateLimiterMemory(options) };
      countersByWindow.set(duration, counters);
    }
    return counters;
  }

  async function countInRedis(redis: RateLimiterRedis, key: string, requests: number): Promise<RateLimiterRes | null> {
    if (performance.now() < retryAt) return null;
    try {
      return await waitAtMost(withinMs, redis.consume(key, requests), createTimeoutError);
    } catch (error) {
      if (performance.now() >= retryAt) log.warn({ err: error }, 'requests are counted in memory');
      retryAt = performance.now() + retryAfterMs;
      return null;
    }
  }

  return {
    async count(key, windowSeconds, requests) {
      const { redis, memory } = getCounters(windowSeconds);
      const { consumedPoints, msBeforeNext } =
        (await countInRedis(redis, key, requests)) ?? (await memory.consume(key, requests));
      return { used: consumedPoints, msLeft: msBeforeNext };
    },
  };
}

// The connection to Redis that health checks and rate limits use.
import { createClient } from 'redis';
import type { Logger } from 'pino';
import { createRequestCounter, type RequestCounter } from './request-counter.ts';

export type Redis = RequestCounter & {
  /** @throws {Error} unless Redis answers within `withinMs` */
  ping(withinMs: number): Promise<void>;
  close(): void;
};

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
  client.on('error', (error: Error) => log.warn({ err: error }, 'Redis connection failed'));
  void client.connect().catch(() => undefined);
  return {
    ...createRequestCounter(client, log, countWithinMs),
    async ping(withinMs) {
      const timeout = AbortSignal.timeout(withinMs);
      await Promise.race([
        client.ping(),
        new Promise<never>((_, reject) => {
          timeout.addEventListener('abort', () => reject(new Error('Redis did not answer in time.')), { once: true });
        }),
      ]);
    },
    close: () => client.destroy(),
  };
}

// The connection to Redis. Nothing that was acknowledged depends on it: every event is in the graph first.
import { createClient } from 'redis';
import type { Logger } from 'pino';

export type Redis = {
  /** @throws {Error} unless Redis answers in time */
  ping(withinMs: number): Promise<void>;
  close(): void;
};

/** Connects in the background, and again whenever the connection is lost. */
export function openRedis(url: string, log: Logger): Redis {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (attempt) => Math.min(100 * 2 ** attempt, 2_000) },
  });
  client.on('error', (error: Error) => log.warn({ err: error }, 'redis is out of reach'));
  void client.connect().catch(() => undefined);
  return {
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

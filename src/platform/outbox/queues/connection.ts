// Keeps a Bee-Queue instance connected. It does not recover from a lost connection, so it is replaced by a new instance.
import { EventEmitter, once } from 'node:events';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import BeeQueue, { type Settings } from 'bee-queue';
import type { Logger } from 'pino';
import { createClient, type Client, type ClientOptions } from 'redis-v3';
import { waitAtMost } from '../../lib/timeouts.ts';

export type BeeConnection<Data> = {
  queue: BeeQueue<Data>;
  /** Aborts when the queue or one of its connections fails or ends, with the error as its reason. */
  lostSignal: AbortSignal;
  /** Closes every connection, ready or not, which also rejects pending commands; calling it again is harmless. */
  end(reason: Error): void;
};

export type QueueConnection<Data> = ReturnType<typeof maintainConnection<Data>>;

const connectWithinMs = 2_000;
const healthCheckMs = 1_000;
const maxPauseMs = 2_000;

/**
 * Keeps a queue connected until `close`: opens a new one when the connection is lost, after a pause with jitter that grows
 * to two seconds.
 *
 * @param start sets up each new queue
 * @param check runs before `start` and then every second; if it rejects, the connection counts as lost
 */
export function maintainConnection<Data>(
  open: () => BeeConnection<Data>,
  start: (connection: BeeConnection<Data>) => void,
  check: (queue: BeeQueue<Data>) => Promise<void>,
  log: Logger,
) {
  const stateChanges = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let current = open();
  let isConnected = false;
  const isUsable = (): boolean => isConnected && !current.lostSignal.aborted;
  const keepConnected = async (): Promise<void> => {
    for (let failures = 0; ; failures++) {
      try {
        await waitForRedis(connectWithinMs, current.queue.ready());
        await check(current.queue);
        start(current);
        isConnected = true;
        stateChanges.emit('change');
        if (failures > 0) log.info('queue connection restored');
        for (;;) {
          await pause(healthCheckMs, undefined, { signal: current.lostSignal });
          await check(current.queue);
          failures = 0;
        }
      } catch (error) {
        isConnected = false;
        current.end(error as Error);
        if (closing.signal.aborted) return;
        if (failures === 0)
          log.warn({ err: current.lostSignal.reason as Error }, 'queue connection lost; reconnecting');
      }
      const pauseBoundMs = Math.min(100 * 2 ** failures, maxPauseMs);
      await pause(Math.random() * pauseBoundMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      current = open();
    }
  };
  const maintenance = keepConnected();
  return {
    /**
     * Waits for the current queue to be connected. A caller that sees it fail calls `end`, and a new queue is opened.
     *
     * @throws {Error} if none is connected before `deadline`, or after `close`
     */
    async connected(deadline: AbortSignal): Promise<BeeConnection<Data>> {
      while (!isUsable()) {
        closing.signal.throwIfAborted();
        await once(stateChanges, 'change', { signal: deadline }).catch(() => {
          throw new Error('Redis is unreachable.', { cause: current.lostSignal.reason });
        });
      }
      return current;
    },
    /** Stops taking jobs, waits up to `ms` for the running ones and closes every connection. */
    async close(ms: number): Promise<void> {
      closing.abort(new Error('The queues are closed.'));
      stateChanges.emit('change');
      if (isUsable()) await waitForRedis(ms + 500, current.queue.close(ms)).catch(() => undefined);
      current.end(closing.signal.reason as Error);
      await maintenance;
    },
  };
}

/**
 * Opens a queue and starts to connect; `queue.ready()` settles with the outcome. We create the connections, because
 * Bee-Queue does not track one that is not ready yet. They never reconnect: Bee-Queue loads its Lua scripts into Redis only
 * once, so a connection to a restarted Redis would not work.
 */
export function openBeeQueue<Data>(name: string, redisUrl: string, settings: Settings): BeeConnection<Data> {
  const options = parseRedisUrl(redisUrl);
  const queue = new BeeQueue<Data>(name, { ...settings, autoConnect: false });
  const clients: Client[] = [];
  const lost = new AbortController();
  const end = (reason: Error): void => {
    if (lost.signal.aborted) return;
    lost.abort(new Error(reason.message)); // the client's error includes the command, and so the password
    queue.close(1).catch(() => undefined); // first: an open queue retries on a closed connection forever
    process.nextTick(() => {
      // on the next tick, because a client throws when it is closed while it parses replies
      for (const client of clients) {
        client.end(true);
        client.stream.destroy();
      }
    });
  };
  queue.on('error', end);
  queue.makeClient = (slot) =>
    new Promise((resolve, reject) => {
      const client = createClient(options);
      clients.push(client);
      client.on('error', end);
      client.on('end', () => end(new Error('Redis closed the connection.')));
      client.once('ready', () => resolve(Object.assign(queue, { [slot]: client })));
      lost.signal.addEventListener('abort', () => reject(lost.signal.reason as Error), { once: true });
    });
  void queue.connect();
  return { queue, lostSignal: lost.signal, end };
}

function parseRedisUrl(redisUrl: string): ClientOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(redisUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(port || 6379),
    ...(username && { user: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { db: pathname.slice(1) }),
    ...(protocol === 'rediss:' && { tls: isIP(host) ? {} : { servername: host } }),
  };
}

/** Rejects after `ms`; the command may still take effect. */
export const waitForRedis = <T>(ms: number, reply: Promise<T>): Promise<T> =>
  waitAtMost(ms, reply, () => new Error(`Redis did not answer within ${ms} ms.`));

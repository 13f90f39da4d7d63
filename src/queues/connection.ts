// Bee-Queue and its connections, made anew whole at the first fault: it cannot heal, and a new one has no past.
import { EventEmitter, once } from 'node:events';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import BeeQueue, { type Settings } from 'bee-queue';
import type { Logger } from 'pino';
import { createClient, type Client, type ClientOptions } from 'redis-v3';

export type BeeConnection<Data> = {
  queue: BeeQueue<Data>;
  /** Aborts when a connection or the queue fails, or at its end; the reason says why. */
  lostSignal: AbortSignal;
  /** Ends every connection, ready or not, and so settles every command; harmless when that was done before. */
  end(reason: Error): void;
};

export type QueueConnection<Data> = {
  /**
   * The queue of the moment, as soon as one is connected. Whoever sees it fail ends it, and a new one is made.
   *
   * @throws {Error} when there is none before `deadline`, or no more
   */
  connected(deadline: AbortSignal): Promise<BeeConnection<Data>>;
  /** Takes no more jobs, waits up to `ms` for those it has, and ends every connection. */
  close(ms: number): Promise<void>;
};

const connectWithinMs = 2_000;
const healthCheckMs = 1_000;
const maxPauseMs = 2_000;

/**
 * Keeps a queue connected, for ever: when it is lost a new one is made, after a pause with jitter that grows to two
 * seconds.
 *
 * @param start is given each new queue, to set it up
 * @param check is asked before that, and then every second; when it rejects, the queue is lost
 */
export function maintainConnection<Data>(
  open: () => BeeConnection<Data>,
  start: (connection: BeeConnection<Data>) => void,
  check: (queue: BeeQueue<Data>) => Promise<void>,
  log: Logger,
): QueueConnection<Data> {
  const stateChanges = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let current = open();
  let isConnected = false;
  const isUsable = (): boolean => isConnected && !current.lostSignal.aborted;
  const keepConnected = async (): Promise<void> => {
    for (let failures = 0; ; failures++) {
      try {
        await withTimeout(connectWithinMs, current.queue.ready());
        await check(current.queue);
        start(current);
        isConnected = true;
        stateChanges.emit('change');
        if (failures > 0) log.info('the queue is connected again');
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
          log.warn({ err: current.lostSignal.reason as Error }, 'the queue is lost, and is made anew');
      }
      const longest = Math.min(100 * 2 ** failures, maxPauseMs);
      await pause(Math.random() * longest, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      current = open();
    }
  };
  const maintenance = keepConnected();
  return {
    async connected(deadline) {
      while (!isUsable()) {
        closing.signal.throwIfAborted();
        await once(stateChanges, 'change', { signal: deadline }).catch(() => {
          throw new Error('Redis is out of reach.', { cause: current.lostSignal.reason });
        });
      }
      return current;
    },
    async close(ms) {
      closing.abort(new Error('The queues are closed.'));
      stateChanges.emit('change');
      if (isUsable()) await withTimeout(ms + 500, current.queue.close(ms)).catch(() => undefined);
      current.end(closing.signal.reason as Error);
      await maintenance;
    },
  };
}

/**
 * Starts connecting; `queue.ready()` settles when that is done or has failed. Every connection is made here, because
 * Bee-Queue loses sight of one that is not ready yet. None is made twice: Bee-Queue loads its scripts into Redis at its
 * start only, so a connection that came back to a restarted Redis would be of no use.
 */
export function openBeeQueue<Data>(name: string, redisUrl: string, settings: Settings): BeeConnection<Data> {
  const options = parseRedisUrl(redisUrl);
  const queue = new BeeQueue<Data>(name, { ...settings, autoConnect: false });
  const clients: Client[] = [];
  const aborted = new AbortController();
  const end = (reason: Error): void => {
    if (aborted.signal.aborted) return;
    aborted.abort(new Error(reason.message)); // the client's own carries the command, and so the password
    queue.close(1).catch(() => undefined); // at once: an open queue asks a closed connection again without end
    process.nextTick(() => {
      // not at once: a client that is reading answers breaks when it is ended
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
      client.on('end', () => end(new Error('Redis ended the connection.')));
      client.once('ready', () => resolve(Object.assign(queue, { [slot]: client })));
      aborted.signal.addEventListener('abort', () => reject(aborted.signal.reason as Error), { once: true });
    });
  void queue.connect();
  return { queue, lostSignal: aborted.signal, end };
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

/** Settles as `answer` does, or rejects after `ms`. An answer that waits unread, because we were busy, is in time. */
export function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = (): void => reject(new Error(`Redis did not answer within ${ms} ms.`));
    const timer = setTimeout(() => setImmediate(rejectLate), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

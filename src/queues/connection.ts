// Bee-Queue and its connections, made anew whole at the first fault: it cannot heal, and a new one has no past.
import { EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import { isIP, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import BeeQueue, { type Settings } from 'bee-queue';
import type { Logger } from 'pino';

export type Bee<Data> = {
  queue: BeeQueue<Data>;
  /** Aborts when a connection or the queue fails, or at its end; the reason says why. */
  lost: AbortSignal;
  /** Ends every connection, ready or not, and so settles every command; harmless when that was done before. */
  end(reason: Error): void;
};

export type Keeper<Data> = {
  /**
   * The queue of the moment, as soon as one is connected. Whoever sees it fail ends it, and a new one is made.
   *
   * @throws {Error} when there is none before `deadline`, or no more
   */
  connected(deadline: AbortSignal): Promise<Bee<Data>>;
  /** Takes no more jobs, waits up to `ms` for those it has, and ends every connection. */
  close(ms: number): Promise<void>;
};

const connectWithinMs = 2_000;
const beatMs = 1_000;
const longestPauseMs = 2_000;

/**
 * Keeps a queue connected, for ever: when it is lost a new one is made, after a pause with jitter that grows to two
 * seconds.
 *
 * @param start is given each new queue, to set it up
 * @param check is asked before that, and then every second; when it rejects, the queue is lost
 */
export function keepBee<Data>(
  open: () => Bee<Data>,
  start: (bee: Bee<Data>) => void,
  check: (queue: BeeQueue<Data>) => Promise<void>,
  log: Logger,
): Keeper<Data> {
  const news = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let bee = open();
  let isConnected = false;
  const usable = (): boolean => isConnected && !bee.lost.aborted;
  const keep = async (): Promise<void> => {
    for (let failures = 0; ; failures++) {
      try {
        await within(connectWithinMs, bee.queue.ready());
        await check(bee.queue);
        start(bee);
        isConnected = true;
        news.emit('change');
        if (failures > 0) log.info('the queue is connected again');
        for (;;) {
          await pause(beatMs, undefined, { signal: bee.lost });
          await check(bee.queue);
          failures = 0;
        }
      } catch (error) {
        isConnected = false;
        bee.end(error as Error);
        if (closing.signal.aborted) return;
        if (failures === 0) log.warn({ err: bee.lost.reason as Error }, 'the queue is lost, and is made anew');
      }
      const longest = Math.min(100 * 2 ** failures, longestPauseMs);
      await pause(Math.random() * longest, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      bee = open();
    }
  };
  const kept = keep();
  return {
    async connected(deadline) {
      while (!usable()) {
        closing.signal.throwIfAborted();
        await once(news, 'change', { signal: deadline }).catch(() => {
          throw new Error('Redis is out of reach.', { cause: bee.lost.reason });
        });
      }
      return bee;
    },
    async close(ms) {
      closing.abort(new Error('The queues are closed.'));
      news.emit('change');
      if (usable()) await within(ms + 500, bee.queue.close(ms)).catch(() => undefined);
      bee.end(closing.signal.reason as Error);
      await kept;
    },
  };
}

type Client = EventEmitter & { stream: Socket; end(flush: boolean): void };
type ClientOptions = {
  host: string;
  port: number;
  user?: string;
  password?: string;
  db?: string;
  tls?: { servername?: string };
};

/** Bee-Queue speaks to Redis through a client of its own, three major versions behind ours. */
const { createClient } = createRequire(createRequire(import.meta.url).resolve('bee-queue'))('redis') as {
  createClient: (options: ClientOptions) => Client;
};

/**
 * Starts connecting; `queue.ready()` settles when that is done or has failed. Every connection is made here, because
 * Bee-Queue loses sight of one that is not ready yet. None is made twice: Bee-Queue loads its scripts into Redis at its
 * start only, so a connection that came back to a restarted Redis would be of no use.
 */
export function openBee<Data>(name: string, redisUrl: string, settings: Settings): Bee<Data> {
  const options = optionsOf(redisUrl);
  const queue = new BeeQueue<Data>(name, { ...settings, autoConnect: false });
  const clients: Client[] = [];
  const lost = new AbortController();
  const end = (reason: Error): void => {
    if (lost.signal.aborted) return;
    lost.abort(new Error(reason.message)); // the client's own carries the command, and so the password
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
      lost.signal.addEventListener('abort', () => reject(lost.signal.reason as Error), { once: true });
    });
  void queue.connect();
  return { queue, lost: lost.signal, end };
}

function optionsOf(redisUrl: string): ClientOptions {
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
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis did not answer within ${ms} ms.`));
    const timer = setTimeout(() => setImmediate(late), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

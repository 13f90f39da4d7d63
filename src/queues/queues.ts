// The one door to Bee-Queue: which queues there are, how jobs get in and out, and what becomes of one that fails.
import type BeeQueue from 'bee-queue';
import type { BeeJob, Settings } from 'bee-queue';
import type { Logger } from 'pino';
import {
  maintainConnection,
  openBeeQueue,
  withTimeout,
  type BeeConnection,
  type QueueConnection,
} from './connection.ts';
import { graceMs, createJobRunner, type JobRunner } from './runner.ts';

/** What work there is, a queue each. */
export const queueNames = ['notifications', 'emails', 'imports', 'trends'] as const;
export type QueueName = (typeof queueNames)[number];

/** A job names a row of the graph, and carries nothing else: a job that Redis loses can be sent again. */
export type Job = { tenantId: string; id: string };
export type Handler = (job: Job, signal: AbortSignal) => Promise<void>;
export type Counts = { waiting: number; active: number; delayed: number; failed: number };

export type Queues = {
  /**
   * Hands jobs to Redis; one that is there already, waiting, delayed or active, counts as handed over.
   *
   * @throws {Error} within three seconds, when Redis could not take them; some may have been taken
   */
  send(queue: QueueName, jobs: readonly Job[]): Promise<void>;
  /**
   * Takes the jobs of a queue, `concurrency` at a time; once for each queue. A job may come more than once, after a
   * fault. A handler that throws is asked again four times, after growing pauses; then the job is dropped, and can be
   * sent anew. Its signal aborts after `timeoutMs` and at the end; a handler that ignores it is given up.
   */
  work(queue: QueueName, handler: Handler, options: { concurrency: number; timeoutMs: number }): void;
  /**
   * How many jobs each queue has, for metrics.
   *
   * @throws {Error} within a second, when Redis does not answer
   */
  counts(): Promise<Record<QueueName, Counts>>;
  /** Stops taking jobs, waits up to `ms` for those under way, hands back the others and ends every connection. */
  close(ms: number): Promise<void>;
};

const sendWithinMs = 2_500;
const answerWithinMs = 1_500;
const countWithinMs = 900;
const retries = 4;
const maxFirstPauseMs = 500;
const maxPauseMs = 10_000;
/** A worker that was not heard of for so long has lost its jobs; found within two intervals and two beats. */
const stallIntervalMs = 3_000;
/** So many seconds may jobs wait before a worker with room for them that takes none is made anew. */
const idleChecksBeforeReconnect = 3;

const producerSettings: Settings = { isWorker: false, getEvents: false, sendEvents: false, storeJobs: false };
const workerSettings: Settings = {
  ...producerSettings,
  isWorker: true,
  activateDelayedJobs: true,
  delayedDebounce: 200,
  nearTermWindow: 1_000, // looks for delayed jobs that often, whatever it was told
  stallInterval: stallIntervalMs,
  removeOnSuccess: true, // a key that stays in Redis could not be sent again
  removeOnFailure: true,
};

/**
 * Connects in the background, and again whenever the connection is lost.
 *
 * @param redisUrl `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS
 */
export function openQueues(redisUrl: string, log: Logger, { prefix = 'checkin' } = {}): Queues {
  let stopping = false;
  const open = (name: QueueName, settings: Settings) => () => {
    const connection = openBeeQueue<Job>(name, redisUrl, { ...settings, prefix });
    connection.queue.backoffStrategies.set('jitter', (job) => (stopping ? 0 : computeBackoff(job)));
    return connection;
  };
  const assertHealthy = async (queue: BeeQueue<Job>): Promise<void> =>
    void (await withTimeout(answerWithinMs, queue.checkHealth()));
  const openProducer = (name: QueueName): QueueConnection<Job> =>
    maintainConnection(
      open(name, producerSettings),
      () => undefined,
      assertHealthy,
      log.child({ queue: name, side: 'send' }),
    );
  const producers = Object.fromEntries(queueNames.map((name) => [name, openProducer(name)])) as Record<
    QueueName,
    QueueConnection<Job>
  >;
  const workers: { connection: QueueConnection<Job>; runner: JobRunner<Job> }[] = [];

  return {
    async send(name, jobs) {
      const deadline = AbortSignal.timeout(sendWithinMs);
      const sendOnce = async (): Promise<void> => {
        const connection = await producers[name].connected(deadline);
        await Promise.all(jobs.map((job) => saveJob(connection.queue, job))).catch((error: Error) => {
          connection.end(error);
          throw error;
        });
      };
      await withTimeout(sendWithinMs, sendOnce().catch(sendOnce)); // a second time over a new connection: the keys make it harmless
    },
    work(name, handler, options) {
      const runner = createJobRunner(handler, options);
      const queueLog = log.child({ queue: name, side: 'work' });
      const start = ({ queue, lostSignal }: BeeConnection<Job>): void => {
        queue.on('stalled', (key: string) => {
          queueLog.warn({ key }, 'the job stalled, and is taken again');
          void removeOrphanedJob(queue, key);
        });
        queue.process(options.concurrency, async (job) => {
          try {
            await runner.run(job.id, job.data, lostSignal);
          } catch (error) {
            if (stopping) job.options.retries += 1;
            else queueLog.warn({ err: error as Error, ...job.data, retries: job.options.retries }, 'the job failed');
            throw new Error('failed'); // Redis keeps its text, and Bee-Queue takes a rejection without a reason for success
          }
        });
      };
      workers.push({
        connection: maintainConnection(open(name, workerSettings), start, createStallCheck(runner), queueLog),
        runner,
      });
    },
    async counts() {
      const deadline = AbortSignal.timeout(countWithinMs);
      const count = async (name: QueueName): Promise<Counts> => {
        const { queue } = await producers[name].connected(deadline);
        const { waiting, active, delayed, failed } = await queue.checkHealth();
        return { waiting, active, delayed, failed };
      };
      const counted = queueNames.map(async (name) => [name, await count(name)]);
      return Object.fromEntries(await withTimeout(countWithinMs, Promise.all(counted))) as Record<QueueName, Counts>;
    },
    async close(ms) {
      stopping = true;
      const closed = workers.map(({ connection, runner }) =>
        Promise.all([runner.stop(ms), connection.close(ms + 2 * graceMs)]),
      );
      await Promise.all(closed);
      await Promise.all(Object.values(producers).map((producer) => producer.close(graceMs)));
    },
  };
}

/** The key is never a number: Bee-Queue counts its own. */
function saveJob(queue: BeeQueue<Job>, { tenantId, id }: Job): Promise<unknown> {
  const job = queue.createJob({ tenantId, id }).setId(`${tenantId}:${id}`);
  return job.retries(retries).backoff('jitter', maxFirstPauseMs).save();
}

/** Anything from nothing to a bound that doubles with each failure, so that jobs which failed together part. */
function computeBackoff(job: BeeJob<Job>): number {
  const failures = retries - job.options.retries;
  return Math.round(Math.random() * Math.min(maxFirstPauseMs * 2 ** failures, maxPauseMs));
}

/** Looks for stalled jobs, and whether this worker takes what waits: one can fall silent without any error. */
function createStallCheck(runner: JobRunner<Job>): (queue: BeeQueue<Job>) => Promise<void> {
  let startedBefore = 0;
  let idle = 0;
  return async (queue) => {
    await withTimeout(answerWithinMs, queue.checkStalledJobs());
    const { waiting } = await withTimeout(answerWithinMs, queue.checkHealth());
    idle = waiting > 0 && runner.hasCapacity() && runner.startedCount() === startedBefore ? idle + 1 : 0;
    startedBefore = runner.startedCount();
    if (idle <= idleChecksBeforeReconnect) return;
    idle = 0;
    throw new Error('Jobs wait, but none is taken.');
  };
}

/** A job that ends after it was taken for stalled leaves its key behind, which would go round and round. */
async function removeOrphanedJob(queue: BeeQueue<Job>, key: string): Promise<void> {
  const job = await queue.getJob(key).catch(() => undefined);
  if (job === null) await queue.removeJob(key).catch(() => undefined);
}

// The job queues on Bee-Queue: their names, sending jobs and working on them. Work is retried by the outbox.
import { createHash } from 'node:crypto';
import type BeeQueue from 'bee-queue';
import type { Settings } from 'bee-queue';
import type { Logger } from 'pino';
import { inSpan } from '../../telemetry/spans.ts';
import {
  maintainConnection,
  openBeeQueue,
  waitForRedis,
  type BeeConnection,
  type QueueConnection,
} from './connection.ts';
import { createJobRunner, graceMs, type Handler, type Job, type JobRunner } from './job-runner.ts';

/** Mass notifications, their e-mails and their chat messages have queues of their own, so that they do not delay what one person caused. */
export const queueNames = [
  'emails',
  'imports',
  'people-imports',
  'trends',
  'mass-notifications',
  'mass-emails',
  'chats',
  'mass-chats',
] as const;
export type QueueName = (typeof queueNames)[number];
type Counts = { waiting: number; active: number };

export type Queues = ReturnType<typeof openQueues>;

const sendWithinMs = 2_500;
const answerWithinMs = 1_500;
const countWithinMs = 900;
/** The jobs of a worker that sent no heartbeat for this long are stalled, see `createStallCheck`. */
const stallIntervalMs = 3_000;
/** Reconnect after this many checks in a row, one per second, in which jobs wait but an idle worker takes none. */
const idleChecksBeforeReconnect = 3;

const producerSettings: Settings = { isWorker: false, getEvents: false, sendEvents: false, storeJobs: false };
const workerSettings: Settings = {
  ...producerSettings,
  isWorker: true,
  stallInterval: stallIntervalMs,
  removeOnSuccess: true, // a job id that stays in Redis could not be sent again
  removeOnFailure: true,
};

/**
 * Opens the queues. They connect in the background and reconnect when a connection is lost.
 *
 * @param redisUrl `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS
 * @param options.prefix of the keys in Redis
 */
export function openQueues(redisUrl: string, log: Logger, { prefix = 'checkin-jobs' } = {}) {
  const open = (name: QueueName, settings: Settings) => () =>
    openBeeQueue<Job>(name, redisUrl, { ...settings, prefix });
  const assertHealthy = async (queue: BeeQueue<Job>): Promise<void> =>
    void (await waitForRedis(answerWithinMs, queue.checkHealth()));
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
  const workers: { connection: QueueConnection<Job>; runner: JobRunner }[] = [];

  return {
    /**
     * Adds jobs to a queue. A job that is already in it (waiting or active), with the same events, is not added again.
     *
     * @throws {Error} within three seconds, if Redis did not accept all jobs; it may have accepted some
     */
    async send(name: QueueName, jobs: readonly Job[]): Promise<void> {
      const deadline = AbortSignal.timeout(sendWithinMs);
      const sendOnce = async (): Promise<void> => {
        const connection = await producers[name].connected(deadline);
        await Promise.all(jobs.map((job) => saveJob(connection.queue, job))).catch((error: Error) => {
          connection.end(error);
          throw error;
        });
      };
      // One retry on a new connection; job ids prevent duplicates.
      const sendAll = (): Promise<void> => waitForRedis(sendWithinMs, sendOnce().catch(sendOnce));
      const attributes = { ...describeMessaging(name, 'send'), 'messaging.batch.message_count': jobs.length };
      await inSpan(`send ${name}`, { kind: 'producer', attributes }, sendAll);
    },
    /**
     * Runs the jobs of a queue, `concurrency` at a time; call it once per queue. Delivery is at least once. The job of a
     * handler that throws is dropped, and can be sent again: its events become due again in the outbox. Its signal aborts
     * after `timeoutMs` and at shutdown; a handler that ignores the signal is abandoned.
     */
    work(name: QueueName, handler: Handler, options: { concurrency: number; timeoutMs: number }): void {
      const runner = createJobRunner(handler, options);
      const queueLog = log.child({ queue: name, side: 'work' });
      const start = ({ queue }: BeeConnection<Job>): void => {
        queue.on('stalled', (jobId: string) => {
          const [tenantId] = jobId.split(':');
          queueLog.warn({ tenantId, jobId }, 'job stalled, requeued');
          void removeOrphanedJob(queue, jobId);
        });
        queue.process(options.concurrency, async (job) => {
          try {
            await runner.run(job.data);
          } catch (error) {
            queueLog.warn(
              { err: error as Error, ...job.data },
              'job failed; its events are sent again when they are due',
            );
            // Bee-Queue stores the message in Redis, and treats a rejection without a reason as success.
            throw new Error('failed');
          }
        });
      };
      workers.push({
        connection: maintainConnection(
          open(name, workerSettings),
          start,
          createStallCheck(runner, options.concurrency),
          queueLog,
        ),
        runner,
      });
    },
    /**
     * Counts the jobs of each queue by state.
     *
     * @throws {Error} within a second, if Redis does not answer
     */
    async counts(): Promise<Record<QueueName, Counts>> {
      const deadline = AbortSignal.timeout(countWithinMs);
      const count = async (name: QueueName): Promise<Counts> => {
        const { queue } = await producers[name].connected(deadline);
        const { waiting, active } = await queue.checkHealth();
        return { waiting, active };
      };
      const counts = queueNames.map(async (name) => [name, await count(name)]);
      return Object.fromEntries(await waitForRedis(countWithinMs, Promise.all(counts))) as Record<QueueName, Counts>;
    },
    /** Stops taking jobs, waits up to `ms` for the running ones, drops those that have not ended and closes connections. */
    async close(ms: number): Promise<void> {
      await Promise.all(
        workers.flatMap(({ connection, runner }) => [runner.stop(ms), connection.close(ms + 2 * graceMs)]),
      );
      await Promise.all(Object.values(producers).map((producer) => producer.close(graceMs)));
    },
  };
}

/** The attributes of a span about a queue in Redis. */
export const describeMessaging = (queue: QueueName, operation: 'send' | 'process') => ({
  'messaging.system': 'bee_queue',
  'messaging.destination.name': queue,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

/** A job with the same events has the same id, which contains a colon: it never equals a number that Bee-Queue assigns. */
function saveJob(queue: BeeQueue<Job>, { tenantId, ids }: Job): Promise<unknown> {
  const key = ids.length === 1 ? ids[0] : createHash('sha256').update(ids.join()).digest('hex');
  return queue.createJob({ tenantId, ids }).setId(`${tenantId}:${key}`).save();
}

/**
 * Mends two faults of Bee-Queue that no lease mends.
 * - The job of a killed worker keeps its id in Redis, and a job with the id of another is not added: its events would be sent
 *   again in vain. As a stalled job it is taken again, finds no event to work on, and is removed (closing.test.ts, "the job
 *   of a killed worker"). Bee-Queue's own timer for this stops without an error when Redis was restarted.
 * - A worker whose blocking connection no longer answers takes no jobs, and gets no error (redis.long.test.ts, "stopped
 *   responding without an error").
 */
function createStallCheck(runner: JobRunner, concurrency: number): (queue: BeeQueue<Job>) => Promise<void> {
  let startedBefore = 0;
  let idle = 0;
  return async (queue) => {
    await waitForRedis(answerWithinMs, queue.checkStalledJobs());
    const { waiting } = await waitForRedis(answerWithinMs, queue.checkHealth());
    idle = waiting > 0 && runner.runningCount() < concurrency && runner.startedCount() === startedBefore ? idle + 1 : 0;
    startedBefore = runner.startedCount();
    if (idle <= idleChecksBeforeReconnect) return;
    idle = 0;
    throw new Error('Jobs are waiting, but the worker takes none.');
  };
}

/** A job that finishes after it was marked as stalled leaves its id in the queue, which would be requeued every three seconds forever. */
async function removeOrphanedJob(queue: BeeQueue<Job>, jobId: string): Promise<void> {
  const job = await queue.getJob(jobId).catch(() => undefined);
  if (job === null) await queue.removeJob(jobId).catch(() => undefined);
}

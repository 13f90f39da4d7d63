// The one door to Bee-Queue: which queues there are, how jobs get in and out, and what becomes of one that fails.
import type BeeQueue from 'bee-queue';
import type { BeeJob, Settings } from 'bee-queue';
import type { Logger } from 'pino';
import { keepBee, openBee, within, type Bee, type Keeper } from './connection.ts';
import { graceMs, openRuns, type Runs } from './runner.ts';

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
const longestFirstPauseMs = 500;
const longestPauseMs = 10_000;
/** A worker that was not heard of for so long has lost its jobs; found within two intervals and two beats. */
const stallIntervalMs = 3_000;
/** So many seconds may jobs wait before a worker with room for them that takes none is made anew. */
const patience = 3;

const lean: Settings = { isWorker: false, getEvents: false, sendEvents: false, storeJobs: false };
const working: Settings = {
  ...lean,
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
    const bee = openBee<Job>(name, redisUrl, { ...settings, prefix });
    bee.queue.backoffStrategies.set('jitter', (job) => (stopping ? 0 : pauseBefore(job)));
    return bee;
  };
  const answers = async (queue: BeeQueue<Job>): Promise<void> =>
    void (await within(answerWithinMs, queue.checkHealth()));
  const sender = (name: QueueName): Keeper<Job> =>
    keepBee(open(name, lean), () => undefined, answers, log.child({ queue: name, side: 'send' }));
  const senders = Object.fromEntries(queueNames.map((name) => [name, sender(name)])) as Record<QueueName, Keeper<Job>>;
  const workers: { keeper: Keeper<Job>; runs: Runs<Job> }[] = [];

  return {
    async send(name, jobs) {
      const deadline = AbortSignal.timeout(sendWithinMs);
      const hand = async (): Promise<void> => {
        const bee = await senders[name].connected(deadline);
        await Promise.all(jobs.map((job) => save(bee.queue, job))).catch((error: Error) => {
          bee.end(error);
          throw error;
        });
      };
      await within(sendWithinMs, hand().catch(hand)); // a second time over a new connection: the keys make it harmless
    },
    work(name, handler, options) {
      const runs = openRuns(handler, options);
      const ofQueue = log.child({ queue: name, side: 'work' });
      const start = ({ queue, lost }: Bee<Job>): void => {
        queue.on('stalled', (key: string) => {
          ofQueue.warn({ key }, 'the job stalled, and is taken again');
          void forgetGhost(queue, key);
        });
        queue.process(options.concurrency, async (job) => {
          try {
            await runs.run(job.id, job.data, lost);
          } catch (error) {
            if (stopping) job.options.retries += 1;
            else ofQueue.warn({ err: error as Error, ...job.data, retries: job.options.retries }, 'the job failed');
            throw new Error('failed'); // Redis keeps its text, and Bee-Queue takes a rejection without a reason for success
          }
        });
      };
      workers.push({ keeper: keepBee(open(name, working), start, watch(runs), ofQueue), runs });
    },
    async counts() {
      const deadline = AbortSignal.timeout(countWithinMs);
      const count = async (name: QueueName): Promise<Counts> => {
        const { queue } = await senders[name].connected(deadline);
        const { waiting, active, delayed, failed } = await queue.checkHealth();
        return { waiting, active, delayed, failed };
      };
      const counted = queueNames.map(async (name) => [name, await count(name)]);
      return Object.fromEntries(await within(countWithinMs, Promise.all(counted))) as Record<QueueName, Counts>;
    },
    async close(ms) {
      stopping = true;
      const ended = workers.map(({ keeper, runs }) => Promise.all([runs.stop(ms), keeper.close(ms + 2 * graceMs)]));
      await Promise.all(ended);
      await Promise.all(Object.values(senders).map((keeper) => keeper.close(graceMs)));
    },
  };
}

/** The key is never a number: Bee-Queue counts its own. */
function save(queue: BeeQueue<Job>, { tenantId, id }: Job): Promise<unknown> {
  const job = queue.createJob({ tenantId, id }).setId(`${tenantId}:${id}`);
  return job.retries(retries).backoff('jitter', longestFirstPauseMs).save();
}

/** Anything from nothing to a bound that doubles with each failure, so that jobs which failed together part. */
function pauseBefore(job: BeeJob<Job>): number {
  const failures = retries - job.options.retries;
  return Math.round(Math.random() * Math.min(longestFirstPauseMs * 2 ** failures, longestPauseMs));
}

/** Looks for stalled jobs, and whether this worker takes what waits: one can fall silent without any error. */
function watch(runs: Runs<Job>): (queue: BeeQueue<Job>) => Promise<void> {
  let begun = 0;
  let idle = 0;
  return async (queue) => {
    await within(answerWithinMs, queue.checkStalledJobs());
    const { waiting } = await within(answerWithinMs, queue.checkHealth());
    idle = waiting > 0 && runs.free() && runs.begun() === begun ? idle + 1 : 0;
    begun = runs.begun();
    if (idle <= patience) return;
    idle = 0;
    throw new Error('Jobs wait, but none is taken.');
  };
}

/** A job that ends after it was taken for stalled leaves its key behind, which would go round and round. */
async function forgetGhost(queue: BeeQueue<Job>, key: string): Promise<void> {
  const job = await queue.getJob(key).catch(() => undefined);
  if (job === null) await queue.removeJob(key).catch(() => undefined);
}

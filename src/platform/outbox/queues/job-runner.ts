// Runs the jobs that a worker took: some at a time, each with a time limit and the same one never twice at once.

/** A job refers to outbox events in the graph and carries no other data, so a job that Redis loses can be sent again. */
export type Job = { tenantId: string; ids: string[] };
export type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

export type JobRunner<Work = Job> = ReturnType<typeof createJobRunner<Work>>;

/** How long a handler may ignore its signal before it is abandoned; it must block neither the queue nor the shutdown. */
export const graceMs = 500;

const createCodedError = (code: 'STOPPING' | 'TIMED_OUT', message: string): Error =>
  Object.assign(new Error(message), { code });
const createStoppingError = (): Error => createCodedError('STOPPING', 'The process is stopping.');

/** Runs a limited number of jobs at a time, each with a time limit, and the same job never twice at once. */
export function createJobRunner<Work = Job>(
  handler: (job: Work, signal: AbortSignal) => Promise<void>,
  { concurrency, timeoutMs }: { concurrency: number; timeoutMs: number },
) {
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>();
  const waiters = new Set<() => void>();
  let started = 0;
  let stopping = false;

  const execute = async (job: Work, controller: AbortController): Promise<void> => {
    const { signal } = controller;
    const abortTimedOut = (): void =>
      controller.abort(createCodedError('TIMED_OUT', `The job took more than ${timeoutMs} ms.`));
    const timeoutTimer = setTimeout(abortTimedOut, timeoutMs);
    let graceTimer: NodeJS.Timeout | undefined;
    const abandoned = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => (graceTimer = setTimeout(reject, graceMs, signal.reason)), { once: true });
    });
    try {
      await Promise.race([handler(job, signal), abandoned]);
    } finally {
      clearTimeout(timeoutTimer);
      clearTimeout(graceTimer);
    }
  };

  const untilRoom = async (signal?: AbortSignal): Promise<void> => {
    while (running.size >= concurrency && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters.add(resolve);
      const wake = (): void => resolve();
      signal?.addEventListener('abort', wake, { once: true });
      await promise;
      signal?.removeEventListener('abort', wake);
      waiters.delete(resolve);
    }
  };

  return {
    /** Waits until another job can start at once, or the signal aborts. */
    untilRoom,
    runningCount: () => running.size,
    startedCount: () => started,
    /** Whether another job can start at once. */
    hasCapacity: () => running.size < concurrency,
    /**
     * Runs the job as soon as there is capacity, or waits for the run of the same job if there is one.
     *
     * @param lostSignal aborts when the queue connection is lost; the job then does not start
     * @throws what the handler throws
     */
    async run(key: string, job: Work, lostSignal: AbortSignal): Promise<void> {
      while (!running.has(key) && running.size >= concurrency) await untilRoom();
      lostSignal.throwIfAborted();
      if (stopping) throw createStoppingError();
      const current = running.get(key);
      if (current) return current.done;
      const controller = new AbortController();
      const done = execute(job, controller).finally(() => {
        running.delete(key);
        for (const wake of waiters) wake();
      });
      running.set(key, { done, controller });
      started++;
      return done;
    },
    /**
     * Starts no more jobs and waits up to `ms` for the running ones. Then aborts their signals with the code `STOPPING`,
     * and abandons them `graceMs` later.
     */
    async stop(ms: number): Promise<void> {
      const timer = setTimeout(() => {
        for (const { controller } of running.values()) controller.abort(createStoppingError());
      }, ms);
      stopping = true;
      await Promise.allSettled([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

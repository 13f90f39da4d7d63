// Runs the work that a worker took: some pieces at a time, each with a time limit. A piece may come twice at once, as when Redis
// hands a job out again: the leases of its events in the graph let one run begin them (process-event.alone.test.ts, "is started by
// one of twenty workers").

/** A job refers to outbox events in the graph and carries no other data, so a job that Redis loses can be sent again. */
export type Job = { tenantId: string; ids: string[] };
export type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

export type JobRunner<Work = Job> = ReturnType<typeof createJobRunner<Work>>;

/** How long a handler may ignore its signal before it is abandoned; it must block neither the queue nor the shutdown. */
export const graceMs = 500;

const createCodedError = (code: 'STOPPING' | 'TIMED_OUT', message: string): Error =>
  Object.assign(new Error(message), { code });
const createStoppingError = (): Error => createCodedError('STOPPING', 'The process is stopping.');

/** Runs a limited number of jobs at a time, each with a time limit. */
export function createJobRunner<Work = Job>(
  handler: (job: Work, signal: AbortSignal) => Promise<void>,
  { concurrency, timeoutMs }: { concurrency: number; timeoutMs: number },
) {
  const running = new Set<{ done: Promise<void>; controller: AbortController }>();
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

  /** Waits until another job can start at once, or the signal aborts. */
  async function untilRoom(signal?: AbortSignal): Promise<void> {
    while (running.size >= concurrency && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      waiters.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
      await promise;
      signal?.removeEventListener('abort', wake);
      waiters.delete(wake);
    }
  }

  return {
    untilRoom,
    runningCount: () => running.size,
    startedCount: () => started,
    /**
     * Runs the job as soon as there is room.
     *
     * @throws what the handler throws
     */
    async run(job: Work): Promise<void> {
      while (running.size >= concurrency) await untilRoom(); // others that waited may have started since
      if (stopping) throw createStoppingError();
      const controller = new AbortController();
      const run = { controller, done: execute(job, controller) };
      running.add(run);
      started++;
      try {
        await run.done;
      } finally {
        running.delete(run);
        for (const wake of waiters) wake();
      }
    },
    /**
     * Starts no more jobs and waits up to `ms` for the running ones. Then aborts their signals with the code `STOPPING`,
     * and abandons them `graceMs` later.
     */
    async stop(ms: number): Promise<void> {
      const timer = setTimeout(() => {
        for (const { controller } of running) controller.abort(createStoppingError());
      }, ms);
      stopping = true;
      await Promise.allSettled([...running].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

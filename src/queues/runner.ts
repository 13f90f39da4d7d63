// The jobs under way in this process: so many at a time, each within its time, and none twice at once.

export type JobRunner<Job> = {
  /** How many were begun so far. */
  startedCount(): number;
  /** Whether one more may begin. */
  hasCapacity(): boolean;
  /**
   * Runs the job when there is room, or waits for the run of the same job that is under way.
   *
   * @param lostSignal aborts when the hold of the job is lost; then it does not begin
   * @throws what the handler throws
   */
  run(key: string, job: Job, lostSignal: AbortSignal): Promise<void>;
  /**
   * Waits up to `ms` for those under way, then aborts their signals with the code `STOPPING`, and soon gives them up.
   * None begins any more.
   */
  stop(ms: number): Promise<void>;
};

/** How long a handler may ignore its signal before it is given up, so that it blocks neither the queue nor the end. */
export const graceMs = 500;

const createCodedError = (code: 'STOPPING' | 'TIMED_OUT', message: string): Error =>
  Object.assign(new Error(message), { code });
const createStoppingError = (): Error => createCodedError('STOPPING', 'The process is stopping.');

/** @param limits `timeoutMs` is the time of one run, `concurrency` their number at a time */
export function createJobRunner<Job>(
  handler: (job: Job, signal: AbortSignal) => Promise<void>,
  { concurrency, timeoutMs }: { concurrency: number; timeoutMs: number },
): JobRunner<Job> {
  const running = new Map<string, { ended: Promise<void>; limit: AbortController }>();
  let started = 0;
  let stopping = false;

  const execute = async (job: Job, limit: AbortController): Promise<void> => {
    const { signal } = limit;
    const abortLate = (): void => limit.abort(createCodedError('TIMED_OUT', `The job took more than ${timeoutMs} ms.`));
    const abort = setTimeout(abortLate, timeoutMs);
    let giveUp: NodeJS.Timeout | undefined;
    const ignored = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => (giveUp = setTimeout(reject, graceMs, signal.reason)), { once: true });
    });
    try {
      await Promise.race([handler(job, signal), ignored]);
    } finally {
      clearTimeout(abort);
      clearTimeout(giveUp);
    }
  };
  const waitForAll = (): Promise<unknown> => Promise.allSettled([...running.values()].map(({ ended }) => ended));

  return {
    startedCount: () => started,
    hasCapacity: () => running.size < concurrency,
    async run(key, job, lost) {
      while (!running.has(key) && running.size >= concurrency) {
        await Promise.race([...running.values()].map(({ ended }) => ended)).catch(() => undefined);
      }
      lost.throwIfAborted();
      if (stopping) throw createStoppingError();
      const underWay = running.get(key);
      if (underWay) return underWay.ended;
      const limit = new AbortController();
      const ended = execute(job, limit).finally(() => running.delete(key));
      running.set(key, { ended, limit });
      started++;
      return ended;
    },
    async stop(ms) {
      const timer = setTimeout(() => {
        for (const { limit } of running.values()) limit.abort(createStoppingError());
      }, ms);
      stopping = true;
      await waitForAll();
      clearTimeout(timer);
    },
  };
}

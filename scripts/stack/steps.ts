// Runs the steps of a start, logs their durations, and stops everything in reverse order.

/** Thrown by a step after a shutdown was requested. */
const cancelled = new Error('stopped before everything was up');

/** `requestShutdown` takes the reason of a failure, or null when the user asked for it. */
type Steps = {
  step: <Result>(title: string, work: () => Promise<Result>) => Promise<Result>;
  onShutdown: (title: string, stop: () => Promise<void>) => void;
  requestShutdown: (reason: string | null) => void;
  shutdownRequested: Promise<string | null>;
  isShutdownRequested: () => boolean;
  shutDown: () => Promise<void>;
};

/** Creates an empty run that logs its progress. */
export function createSteps(log: (line: string) => void): Steps {
  const stopActions: { title: string; stop: () => Promise<void> }[] = [];
  let isRequested = false;
  let settle: (reason: string | null) => void = () => {};
  const shutdownRequested = new Promise<string | null>((resolve) => (settle = resolve));

  return {
    shutdownRequested,
    isShutdownRequested: () => isRequested,
    requestShutdown: (reason) => {
      isRequested = true;
      settle(reason);
    },
    step: async (title, work) => {
      if (isRequested) throw cancelled;
      const started = Date.now();
      const result = await work();
      if (isRequested) throw cancelled;
      log(`${title} (${formatSeconds(started)} s)`);
      return result;
    },
    onShutdown: (title, stop) => void stopActions.push({ title, stop }),
    shutDown: async () => {
      for (const { title, stop } of stopActions.reverse()) {
        const started = Date.now();
        await stop().then(
          () => log(`${title} stopped (${formatSeconds(started)} s)`),
          (error: Error) => log(`${title} did not stop: ${error.message}`),
        );
      }
    },
  };
}

/** Formats the time since `started` (milliseconds since the epoch) in seconds, with one decimal. */
export function formatSeconds(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}

/** Logs every ten seconds that the work is still running. `describe` returns its current phase. */
export async function reportWhileRunning<Result>(
  log: (line: string) => void,
  describe: () => string,
  work: Promise<Result>,
  everyMs = 10_000,
): Promise<Result> {
  const started = Date.now();
  const timer = setInterval(() => log(`${describe()}, ${formatSeconds(started)} s so far`), everyMs);
  return work.finally(() => clearInterval(timer));
}

// One line a step with its seconds, and the way back: what was started is stopped in reverse order.

/** Thrown around a step once someone has asked for the end. */
const cancelled = new Error('stopped before everything was up');

/** `request` ends the run: with null when it was asked for, with the reason when it went wrong. */
export type Steps = {
  step: <Result>(title: string, work: () => Promise<Result>) => Promise<Result>;
  onShutdown: (title: string, stop: () => Promise<void>) => void;
  request: (reason: string | null) => void;
  requested: Promise<string | null>;
  unwind: () => Promise<void>;
};

/** Makes an empty run that tells its progress to `log`. */
export function createSteps(log: (line: string) => void): Steps {
  const wayBack: { title: string; stop: () => Promise<void> }[] = [];
  let isRequested = false;
  let settle: (reason: string | null) => void = () => {};
  const requested = new Promise<string | null>((resolve) => (settle = resolve));

  return {
    requested,
    request: (reason) => {
      isRequested = true;
      settle(reason);
    },
    step: async (title, work) => {
      if (isRequested) throw cancelled;
      const started = Date.now();
      const result = await work();
      if (isRequested) throw cancelled;
      log(`${title} (${seconds(started)} s)`);
      return result;
    },
    onShutdown: (title, stop) => void wayBack.push({ title, stop }),
    unwind: async () => {
      for (const { title, stop } of wayBack.reverse()) {
        const started = Date.now();
        await stop().then(
          () => log(`${title} stopped (${seconds(started)} s)`),
          (error: Error) => log(`${title} did not stop: ${error.message}`),
        );
      }
    },
  };
}

/** Whole time since `started` (milliseconds since the epoch), in seconds with one decimal. */
export function seconds(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}

/** Says every ten seconds that the work goes on; `describe` is asked each time for what it is doing. */
export async function sayStill<Result>(
  log: (line: string) => void,
  describe: () => string,
  work: Promise<Result>,
  everyMs = 10_000,
): Promise<Result> {
  const started = Date.now();
  const timer = setInterval(() => log(`${describe()}, ${seconds(started)} s so far`), everyMs);
  return work.finally(() => clearInterval(timer));
}

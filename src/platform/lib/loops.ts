// Work that is repeated: until a process stops, until nothing is left to do, or batch by batch.
import { setTimeout as pause } from 'node:timers/promises';

export type Loop = {
  /** Aborts the signal of the round under way, and waits until it has ended. */
  stop(): Promise<void>;
};
type LoopOptions = {
  /** The pause after a round that found nothing more to do. */
  pauseMs: number;
  pauseAfterFaultMs?: number;
  onFault: (error: unknown) => void;
};

/**
 * Runs rounds until it is stopped: the first one at once, each further one after a pause.
 *
 * @param round resolves with true if more is to do at once; what it throws is given to `onFault`
 */
export function startLoop(
  { pauseMs, pauseAfterFaultMs = pauseMs, onFault }: LoopOptions,
  round: (signal: AbortSignal) => Promise<boolean | void>,
): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (!(await round(signal))) await sleep(pauseMs, signal);
      } catch (error) {
        onFault(error);
        await sleep(pauseAfterFaultMs, signal);
      }
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Waits, at most until the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Repeats a batch until it handles nothing, or the signal aborts. @returns the sum of what the batches handled */
export async function repeatUntilNone(batch: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let sum = 0;
  while (!signal?.aborted) {
    const handled = await batch();
    if (handled === 0) break;
    sum += handled;
  }
  return sum;
}

/** Yields the items of a long list in batches of at most this size, for statements that take a limited number of rows. */
export function* splitIntoBatches<T>(items: readonly T[], size: number): Generator<T[], void, void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

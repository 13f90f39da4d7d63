// Long computations in turns with the other work of a process. A computation is a generator that pauses often.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request needs several turns of the event loop, and waits for a slice in each. */
const sliceMs = 1;
/** How many items of a long list a computation handles between two pauses: some tenths of a millisecond. */
export const itemsPerStep = 250;

/** Runs a computation, and serves others after each slice of a millisecond. */
export async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let begunAt = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begunAt < sliceMs) continue;
    await nextTurn();
    begunAt = performance.now();
  }
}

/** Runs a computation in one go, where nobody else waits. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Maps the items, and pauses after some of them. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    if (results.length % itemsPerStep === 0) yield;
  }
  return results;
}

// Runs the parts of a batch each by itself, some at a time.

const partsAtOnce = 4;

/** Runs each part by itself, some at a time. Returns a result for each, which does not wait for the others. */
export function runApart<Part, Result>(
  parts: readonly Part[],
  run: (part: Part) => Promise<Result>,
): Promise<Result>[] {
  const entries = parts.map((part) => ({ part, ...Promise.withResolvers<Result>() }));
  const queue = entries.values();
  const runNext = async (): Promise<void> => {
    for (const { part, resolve, promise } of queue) {
      resolve(run(part));
      await promise.catch(() => undefined);
    }
  };
  for (let lane = 0; lane < partsAtOnce; lane += 1) void runNext();
  return entries.map(({ promise }) => promise);
}

// How long something holds the event loop, in processor time of this thread: what others of the machine do does not count.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** @returns the longest time that this thread has computed between two turns of its event loop, in milliseconds */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const read = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let isOver = false;
  const watch = (async () => {
    for (let last = read(); !isOver;) {
      await nextTurn();
      const now = read();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work().finally(() => (isOver = true));
  await watch;
  return longest;
}

// Loaded into the API by `--import`: how long its main thread computes between two turns of its event loop, in processor time, so that
// what others of the machine do does not count. A message asks for the longest time since the last one.
import { isMainThread } from 'node:worker_threads';

const everyMs = 5;

if (isMainThread) {
  const read = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = read();
  let longest = 0;
  const look = (): void => {
    const now = read();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, everyMs).unref();
  process.on('message', (message) => {
    if (message !== 'longest stretch') return;
    look();
    process.send?.({ longestStretchMs: longest });
    longest = 0;
  });
}

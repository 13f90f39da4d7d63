// Gives a process a part of its time: it is stopped and continued in turn, so it is slow in the same way on every machine.
const roundMs = 200;

/**
 * Lets a process run for this share of the time, until the returned function is called.
 *
 * @param share above 0, below 1
 */
export function throttle(pid: number, share: number): () => void {
  let timer: NodeJS.Timeout;
  const go = (): void => {
    process.kill(pid, 'SIGCONT');
    timer = setTimeout(stop, roundMs * share);
  };
  const stop = (): void => {
    process.kill(pid, 'SIGSTOP');
    timer = setTimeout(go, roundMs * (1 - share));
  };
  stop();
  return () => {
    clearTimeout(timer);
    process.kill(pid, 'SIGCONT');
  };
}

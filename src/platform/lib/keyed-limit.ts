// Limits how much work of a key, such as a tenant, is under way at once. The rest waits in turn.
import pLimit, { type LimitFunction } from 'p-limit';

export function createKeyedLimit(atOnce: number) {
  const lines = new Map<string, LimitFunction>();
  return {
    countWaiting: (key: string): number => lines.get(key)?.pendingCount ?? 0,
    /** Runs the work in its turn. */
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const line = lines.get(key) ?? pLimit(atOnce);
      lines.set(key, line);
      return line(work).finally(() => {
        if (line.activeCount + line.pendingCount === 0) lines.delete(key);
      });
    },
  };
}

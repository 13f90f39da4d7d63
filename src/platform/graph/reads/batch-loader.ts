// Batches calls: those that are made in the same tick are sent in one round trip.
import { sharedReads } from '../../limits.ts';

/**
 * `calls` of a batch; batches `atOnce`: while one is in flight, the next waits for it or for `joined` calls. One that has no
 * answer after `waitMs` is not waited for: it may never get one. There are `atOnce` of these at most, so that a query which is
 * stuck does not take all connections.
 */
type BatchLimits = { calls: number; atOnce: number; joined: number; waitMs?: number };

type PendingCall<Call, Result> = { call: Call; resolve: (result: Promise<Result>) => void };

/**
 * Creates a loader that collects the calls of one tick and sends them together. Calls that arrive while a batch is in
 * flight join the next one.
 *
 * @param sendBatch takes a batch and returns its results in order, when the next one may be sent; never rejects
 */
export function createBatchLoader<Call, Result>(
  sendBatch: (calls: Call[]) => Promise<Promise<Result>[]>,
  limits: BatchLimits = sharedReads,
): (call: Call) => Promise<Result> {
  let waiting: PendingCall<Call, Result>[] = [];
  let inFlight = 0;
  /** Batches under way that the next one does not wait for. */
  let overdue = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || !isWorthSending()) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      sendNext();
    });
  }

  function isWorthSending(): boolean {
    return waiting.length > 0 && inFlight < limits.atOnce && (inFlight === 0 || waiting.length >= limits.joined);
  }

  function sendNext(): void {
    if (!isWorthSending()) return;
    const batch = waiting.slice(0, limits.calls);
    waiting = waiting.slice(limits.calls);
    inFlight += 1;
    void send(batch);
    schedule();
  }

  async function send(batch: PendingCall<Call, Result>[]): Promise<void> {
    let isOverdue = false;
    const goOn = (): void => {
      if (overdue >= limits.atOnce) return;
      isOverdue = true;
      overdue += 1;
      inFlight -= 1;
      sendNext();
    };
    const timer = limits.waitMs === undefined ? undefined : setTimeout(goOn, limits.waitMs);
    const results = await sendBatch(batch.map(({ call }) => call));
    clearTimeout(timer);
    if (isOverdue) overdue -= 1;
    else inFlight -= 1;
    sendNext(); // before the callers resume, to keep the database busy
    batch.forEach(({ resolve }, index) => resolve(results[index] as Promise<Result>));
  }

  return (call) =>
    new Promise((resolve) => {
      waiting.push({ call, resolve });
      schedule();
    });
}

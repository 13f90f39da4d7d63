// Batches identical queries: calls made in the same tick are sent in one round trip.

/** While a batch is in flight, the next one waits for `minConcurrentBatch` calls or for the first batch to return. */
type BatchLimits = { maxBatch: number; maxInFlight: number; minConcurrentBatch: number };
const readLimits: BatchLimits = { maxBatch: 128, maxInFlight: 3, minConcurrentBatch: 32 };

type PendingCall<Params, Row> = { params: Params; resolve: (rows: Row[]) => void; reject: (error: unknown) => void };

/**
 * Creates a loader that collects the calls of one tick and sends them together. Calls that arrive while a batch is in
 * flight join the next one. When a batch fails, its calls are sent one by one, because one bad call may have failed all.
 *
 * @param sendBatch returns the rows of up to `maxBatch` calls, in the order of the calls
 * @param isWorthRetrying whether one call may have caused the failure of its batch; otherwise all calls are rejected
 */
export function createBatchLoader<Params, Row>(
  sendBatch: (params: Params[]) => Promise<Row[][]>,
  isWorthRetrying: (error: unknown) => boolean,
  { maxBatch, maxInFlight, minConcurrentBatch }: BatchLimits = readLimits,
): (params: Params) => Promise<Row[]> {
  let waiting: PendingCall<Params, Row>[] = [];
  let inFlight = 0;
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
    return waiting.length > 0 && inFlight < maxInFlight && (inFlight === 0 || waiting.length >= minConcurrentBatch);
  }

  function sendNext(): void {
    if (!isWorthSending()) return;
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    inFlight += 1;
    void send(batch);
    schedule();
  }

  async function send(batch: PendingCall<Params, Row>[]): Promise<void> {
    const results = await fetchBatch(batch);
    inFlight -= 1;
    sendNext(); // before the callers resume, to keep the database busy
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result?.status === 'rejected') reject(result.reason);
      else resolve(result?.value ?? []);
    });
  }

  async function fetchBatch(batch: PendingCall<Params, Row>[]): Promise<PromiseSettledResult<Row[]>[]> {
    try {
      const results = await sendBatch(batch.map(({ params }) => params));
      return results.map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (batch.length === 1 || !isWorthRetrying(reason)) return batch.map(() => ({ status: 'rejected', reason }));
      return Promise.allSettled(batch.map(async ({ params }) => (await sendBatch([params]))[0] ?? []));
    }
  }

  return (params) =>
    new Promise((resolve, reject) => {
      waiting.push({ params, resolve, reject });
      schedule();
    });
}

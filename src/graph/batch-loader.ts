// One round trip serves everyone who asked the same question in the same tick.

const maxBatch = 128;
const maxInFlight = 3;
/** While a batch is under way the next one waits until it is worth a round trip of its own, or the first is back. */
const minConcurrentBatch = 32;

type PendingCall<Params, Row> = { params: Params; resolve: (rows: Row[]) => void; reject: (error: unknown) => void };

/**
 * Gathers calls that arrive in one tick and sends them together; whoever comes while a batch is under way waits for the
 * next. Every call is settled once: a batch that fails is asked again one by one, so that one bad call
 * harms no other.
 *
 * @param sendOne answers one call: its rows
 * @param sendMany answers up to 128 calls: the rows of each, in the order of the calls
 * @param isWorthRetrying whether the failure of a batch may be the fault of one call in it
 */
export function createBatchLoader<Params, Row>(
  sendOne: (params: Params) => Promise<Row[]>,
  sendMany: (params: Params[]) => Promise<Row[][]>,
  isWorthRetrying: (error: unknown) => boolean,
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
    const answers = await fetchBatch(batch);
    inFlight -= 1;
    sendNext(); // before those of this batch go on: the database works while they do
    batch.forEach(({ resolve, reject }, place) => {
      const answer = answers[place];
      if (answer?.status === 'rejected') reject(answer.reason);
      else resolve(answer?.value ?? []);
    });
  }

  async function fetchBatch(batch: PendingCall<Params, Row>[]): Promise<PromiseSettledResult<Row[]>[]> {
    if (batch.length > 1) {
      try {
        const answers = await sendMany(batch.map(({ params }) => params));
        return answers.map((value) => ({ status: 'fulfilled', value }));
      } catch (reason) {
        if (!isWorthRetrying(reason)) return batch.map(() => ({ status: 'rejected', reason }));
      }
    }
    return Promise.allSettled(batch.map(({ params }) => sendOne(params)));
  }

  return (params) =>
    new Promise((resolve, reject) => {
      waiting.push({ params, resolve, reject });
      schedule();
    });
}

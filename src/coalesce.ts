// One round trip serves everyone who asked the same question in the same tick.

const maxBatch = 128;
const maxInFlight = 3;
/** While a batch is under way the next one waits until it is worth a round trip of its own, or the first is back. */
const worthAnother = 32;

type Ask<Params, Row> = { params: Params; settle: (rows: Row[]) => void; reject: (error: unknown) => void };

/**
 * Gathers calls that arrive in one tick and sends them together; whoever comes while a batch is under way waits for the
 * next. Every call is settled once: a batch that fails is asked again one by one, so that one bad call
 * harms no other.
 *
 * @param sendOne answers one call: its rows
 * @param sendMany answers up to 128 calls: the rows of each, in the order of the calls
 * @param worthAskingAgain whether the failure of a batch may be the fault of one call in it
 */
export function coalesce<Params, Row>(
  sendOne: (params: Params) => Promise<Row[]>,
  sendMany: (params: Params[]) => Promise<Row[][]>,
  worthAskingAgain: (error: unknown) => boolean,
): (params: Params) => Promise<Row[]> {
  let waiting: Ask<Params, Row>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight === maxInFlight) return;
    if (inFlight > 0 && waiting.length < worthAnother) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      inFlight += 1;
      void send(batch).finally(() => {
        inFlight -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function send(batch: Ask<Params, Row>[]): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) return sendOne(only.params).then(only.settle, only.reject);
    try {
      const answers = await sendMany(batch.map((ask) => ask.params));
      batch.forEach((ask, place) => ask.settle(answers[place] ?? []));
    } catch (error) {
      if (!worthAskingAgain(error)) return batch.forEach((ask) => ask.reject(error));
      await Promise.all(batch.map((ask) => sendOne(ask.params).then(ask.settle, ask.reject)));
    }
  }

  return (params) =>
    new Promise((settle, reject) => {
      waiting.push({ params, settle, reject });
      schedule();
    });
}

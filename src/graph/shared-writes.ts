// Group commit: writes of the same query and tenant that wait at the same time are made in one transaction.
import { ApiError } from '../errors.ts';
import { createBatchLoader } from './batch-loader.ts';
import { isRefusedStatement } from './driver.ts';
import type { Query } from './query-files.ts';
import { getShape, toRow, type Row } from './rows.ts';

type Params = Record<string, unknown>;
/** `deadline` in milliseconds of `performance.now()`. */
type Call = { params: Params; deadline: number };
type Outcome = PromiseSettledResult<Row | null>;
type Loader = { load: (call: Call) => Promise<Outcome[]>; calls: number };

/**
 * One batch of a query and tenant at a time: two would wait for each other's locks, and a tenant that stays locked would
 * occupy more connections. The size bounds how long a batch holds its locks.
 */
const limits = { maxBatch: 64, maxInFlight: 1, minConcurrentBatch: 1 };

/**
 * Creates the writer of queries that have a batched form. A write starts at once unless one of its query and tenant is
 * under way; those that come meanwhile are the next batch. Tenants do not share batches, so that none waits for another's
 * locks. The writes of a batch that failed are made again one by one, because one of them may have failed all.
 *
 * @param write runs a statement in a transaction and returns its rows after the commit
 * @param isPlanned whether the database has a plan of a statement; until then writes are made one by one
 * @returns a function that resolves to the row of a write, or to null if it matched nothing
 */
export function createSharedWrites(
  write: (statement: string, params: Params, deadline: number) => Promise<Row[]>,
  isPlanned: (statement: string) => boolean,
): (query: Query, params: Params, deadline: number) => Promise<Row | null> {
  const loaders = new Map<string, Loader>();

  async function writeOne(query: Query, { params, deadline }: Call): Promise<Outcome> {
    const written = write(query.statement, params, deadline);
    const [outcome] = await Promise.allSettled([written.then(([row = null]) => row)]);
    return outcome;
  }

  async function writeMany(query: Query, batched: string, calls: Call[]): Promise<Outcome[]> {
    if (!isPlanned(batched)) return Promise.all(calls.map((call) => writeOne(query, call)));
    const lists: Params = { batchSize: calls.length };
    for (const parameter of query.parameters) lists[parameter] = calls.map(({ params }) => params[parameter]);
    // The last deadline: a caller whose time runs out before is answered 503, though the change may be made.
    const deadline = Math.max(...calls.map((call) => call.deadline));
    const outcomes = calls.map((): Outcome => ({ status: 'fulfilled', value: null }));
    try {
      const [{ page = [] } = {}] = (await write(batched, lists, deadline)) as { page?: [number, ...unknown[]][] }[];
      for (const [call, ...values] of page)
        outcomes[call] = { status: 'fulfilled', value: toRow(getShape(query.columns), values) };
      return outcomes;
    } catch (reason) {
      if (!isRefusedStatement(reason)) return calls.map(() => ({ status: 'rejected', reason }));
    }
    const repeated: Outcome[] = [];
    for (const call of calls) repeated.push(await writeOne(query, call));
    return repeated;
  }

  function createLoader(query: Query, batched: string): Loader {
    const load = createBatchLoader<Call, Outcome>(
      async (call) => [await writeOne(query, call)],
      async (calls) => {
        const now = performance.now();
        const timely = calls.filter((call) => call.deadline > now);
        const outcomes = timely.length > 0 ? await writeMany(query, batched, timely) : [];
        const late: Outcome = { status: 'rejected', reason: new ApiError('DATABASE_UNAVAILABLE') };
        return calls.map((call) => [outcomes[timely.indexOf(call)] ?? late]);
      },
      () => false,
      limits,
    );
    return { load, calls: 0 };
  }

  return async (query, params, deadline) => {
    const { name, statement, batchedWrite } = query;
    if (!batchedWrite) return (await write(statement, params, deadline))[0] ?? null;
    const key = `${name} ${String(params['tenantId'])}`;
    let loader = loaders.get(key);
    if (!loader) loaders.set(key, (loader = createLoader(query, batchedWrite)));
    loader.calls += 1;
    const [outcome] = await loader.load({ params, deadline }).finally(() => {
      loader.calls -= 1;
      if (loader.calls === 0) loaders.delete(key);
    });
    if (outcome?.status !== 'fulfilled') throw outcome?.reason;
    return outcome.value;
  };
}

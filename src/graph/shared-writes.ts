// Group commit: writes of the same query and tenant that wait at the same time are made in one transaction.
import { ApiError } from '../errors.ts';
import { getOrigin, type Origin } from '../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import { isStatementFailure } from './driver.ts';
import type { CommitListener, Query } from './query-files.ts';
import { getShape, toRow, type Row } from './rows.ts';

type Params = Record<string, unknown>;
/** `deadline` in milliseconds of `performance.now()`. `onCommit` receives the bookmark of the transaction. */
type Call = { params: Params; deadline: number; caller: Origin; onCommit?: CommitListener | undefined };
/** The query that a statement belongs to, where its writes were asked for, and who receives the bookmark. */
type Purpose = { query: Query; callers: readonly Origin[]; onCommit: CommitListener };
/** Promises of outcomes: when a batch is repeated one by one, none waits for the others. They never reject. */
type Outcome = Promise<PromiseSettledResult<Row | null>>;
type Loader = { load: (call: Call) => Promise<Outcome[]>; calls: number };

/**
 * One batch of a query and tenant at a time: two would wait for each other's locks, and a tenant that stays locked would
 * occupy more connections. The size bounds how long a batch holds its locks.
 */
const limits = { maxBatch: 64, maxInFlight: 1, minConcurrentBatch: 1 };
/** A batch that waits too long, perhaps for a single locked node, leaves time to make its writes one by one. */
const batchWithinMs = 1_500;
const concurrentRepeats = 4;

/**
 * Creates the writer of queries that have a batched form. A write starts at once unless one of its query and tenant is
 * under way; those that come meanwhile are the next batch. Tenants do not share batches, so that none waits for another's
 * locks. The writes of a batch that failed are made again one by one, because one of them may have failed all; so are those
 * whose row says `repeatAlone`, which have changed nothing.
 *
 * @param write runs a statement in a transaction and returns its rows after the commit
 * @param isPlanned whether the database has a plan of a statement; until then writes are made one by one
 * @returns a function that resolves to the row of a write, or to null if it matched nothing
 */
export function createSharedWrites(
  write: (statement: string, params: Params, deadline: number, purpose: Purpose) => Promise<Row[]>,
  isPlanned: (statement: string) => boolean,
): (query: Query, params: Params, deadline: number, onCommit?: CommitListener) => Promise<Row | null> {
  const loaders = new Map<string, Loader>();

  async function writeOne(query: Query, call: Call): Outcome {
    const written = write(query.statement, call.params, call.deadline, toPurpose(query, [call]));
    const [outcome] = await Promise.allSettled([written.then(([row = null]) => row)]);
    return outcome;
  }

  async function writeMany(query: Query, batched: string, calls: Call[]): Promise<Outcome[]> {
    if (!isPlanned(batched)) return calls.map((call) => writeOne(query, call));
    const lists: Params = { batchSize: calls.length };
    for (const parameter of query.parameters) lists[parameter] = calls.map(({ params }) => params[parameter]);
    // The last deadline: a caller whose time runs out before is answered 503, though the change may be made.
    const lastDeadline = Math.max(...calls.map((call) => call.deadline));
    const deadline = Math.min(lastDeadline, performance.now() + batchWithinMs);
    try {
      const rows = (await write(batched, lists, deadline, toPurpose(query, calls))) as {
        page?: [number, ...unknown[]][];
      }[];
      const [{ page = [] } = {}] = rows;
      const values = calls.map((): Row | null => null);
      for (const [call, ...columns] of page) values[call] = toRow(getShape(query.columns), columns);
      const mustRepeat = (at: number): boolean => values[at]?.['repeatAlone'] === true;
      const repeated = repeatSingly(
        query,
        calls.filter((_call, at) => mustRepeat(at)),
      ).values();
      return values.map((value, at) =>
        mustRepeat(at) ? (repeated.next().value as Outcome) : Promise.resolve({ status: 'fulfilled', value }),
      );
    } catch (reason) {
      const isWorthRepeating = reason instanceof ApiError || isStatementFailure(reason);
      return isWorthRepeating ? repeatSingly(query, calls) : calls.map(() => reject(reason));
    }
  }

  function repeatSingly(query: Query, calls: Call[]): Outcome[] {
    const remaining = calls.map((call) => {
      let settle: (outcome: Outcome) => void = () => undefined;
      const outcome: Outcome = new Promise((resolve) => (settle = resolve));
      return { call, outcome, settle };
    });
    const queue = remaining.values();
    const repeatNext = async (): Promise<void> => {
      for (const { call, outcome, settle } of queue) {
        settle(writeOne(query, call));
        await outcome;
      }
    };
    for (let lane = 0; lane < concurrentRepeats; lane += 1) void repeatNext();
    return remaining.map(({ outcome }) => outcome);
  }

  function createLoader(query: Query, batched: string): Loader {
    const load = createBatchLoader<Call, Outcome>(
      async (call) => {
        const outcome = writeOne(query, call);
        await outcome;
        return [outcome];
      },
      async (calls) => {
        const now = performance.now();
        const timely = calls.filter((call) => call.deadline > now);
        const outcomes = timely.length > 0 ? await writeMany(query, batched, timely) : [];
        const late = reject(new ApiError('DATABASE_UNAVAILABLE'));
        return calls.map((call) => [outcomes[timely.indexOf(call)] ?? late]);
      },
      () => false,
      limits,
    );
    return { load, calls: 0 };
  }

  return async (query, params, deadline, onCommit) => {
    const { name, statement, batchedWrite } = query;
    const call = { params, deadline, caller: getOrigin(), onCommit };
    if (!batchedWrite) return (await write(statement, params, deadline, toPurpose(query, [call])))[0] ?? null;
    const key = `${name} ${String(params['tenantId'])}`;
    let loader = loaders.get(key);
    if (!loader) loaders.set(key, (loader = createLoader(query, batchedWrite)));
    loader.calls += 1;
    const [outcome = reject(null)] = await loader.load(call);
    loader.calls -= 1;
    if (loader.calls === 0) loaders.delete(key);
    const settled = await outcome;
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };
}

const toPurpose = (query: Query, calls: readonly Call[]): Purpose => ({
  query,
  callers: calls.map(({ caller }) => caller),
  onCommit: (bookmark) => calls.forEach(({ onCommit }) => onCommit?.(bookmark)),
});
const reject = (reason: unknown): Outcome => Promise.resolve({ status: 'rejected', reason });

// Group commit: writes of the same query and tenant that wait at the same time are made in one transaction.
import type { Record as DriverRecord } from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { getOrigin, type Origin } from '../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import { joinCalls, splitRows, type Params } from './calls.ts';
import { isStatementFailure } from './driver.ts';
import type { Query } from './query-files.ts';
import type { Row } from './rows.ts';

/** `deadline` in milliseconds of `performance.now()`. */
type Call = { params: Params; deadline: number; caller: Origin };
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
 * @param run runs the statement of a query for the callers with `$p` in a transaction, and returns its records after the
 *   commit
 * @returns a function that resolves to the row of a write, or to null if it matched nothing
 */
export function createSharedWrites(
  run: (query: Query, params: Params, deadline: number, callers: readonly Origin[]) => Promise<DriverRecord[]>,
): (query: Query, params: Params, deadline: number) => Promise<Row | null> {
  const loaders = new Map<string, Loader>();

  async function write(query: Query, calls: readonly Call[], deadline: number): Promise<(Row | null)[]> {
    const params = calls.map((call) => call.params);
    const callers = calls.map(({ caller }) => caller);
    const records = await run(query, joinCalls(query, params), deadline, callers);
    return splitRows(query, records, calls.length).map(([row = null]) => row);
  }

  async function writeOne(query: Query, call: Call): Outcome {
    const [outcome] = await Promise.allSettled([write(query, [call], call.deadline).then(([row = null]) => row)]);
    return outcome;
  }

  async function writeMany(query: Query, calls: readonly Call[]): Promise<Outcome[]> {
    // The last deadline: a caller whose time runs out before is answered 503, though the change may be made.
    const lastDeadline = Math.max(...calls.map((call) => call.deadline));
    try {
      const rows = await write(query, calls, Math.min(lastDeadline, performance.now() + batchWithinMs));
      const mustRepeat = (at: number): boolean => rows[at]?.['repeatAlone'] === true;
      const repeated = repeatSingly(
        query,
        calls.filter((_call, at) => mustRepeat(at)),
      ).values();
      return rows.map((value, at) =>
        mustRepeat(at) ? (repeated.next().value as Outcome) : Promise.resolve({ status: 'fulfilled', value }),
      );
    } catch (reason) {
      const isWorthRepeating = reason instanceof ApiError || isStatementFailure(reason);
      return isWorthRepeating ? repeatSingly(query, calls) : calls.map(() => reject(reason));
    }
  }

  function repeatSingly(query: Query, calls: readonly Call[]): Outcome[] {
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

  /** Makes a batch of writes. Those whose time ran out while they waited are refused. */
  async function send(query: Query, calls: readonly Call[]): Promise<Outcome[][]> {
    const now = performance.now();
    const timely = calls.filter((call) => call.deadline > now);
    const [first] = timely;
    const outcomes =
      timely.length > 1 ? await writeMany(query, timely) : first ? [Promise.resolve(await writeOne(query, first))] : [];
    const late = reject(new ApiError('DATABASE_UNAVAILABLE'));
    return calls.map((call) => [outcomes[timely.indexOf(call)] ?? late]);
  }

  function createLoader(query: Query): Loader {
    const load = createBatchLoader<Call, Outcome>(
      (calls) => send(query, calls),
      () => false,
      limits,
    );
    return { load, calls: 0 };
  }

  return async (query, params, deadline) => {
    const call = { params, deadline, caller: getOrigin() };
    if (!query.isBatched) return (await write(query, [call], deadline))[0] ?? null;
    const key = `${query.name} ${String(params['tenantId'])}`;
    let loader = loaders.get(key);
    if (!loader) loaders.set(key, (loader = createLoader(query)));
    loader.calls += 1;
    const [outcome = reject(null)] = await loader.load(call);
    loader.calls -= 1;
    if (loader.calls === 0) loaders.delete(key);
    const settled = await outcome;
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };
}

const reject = (reason: unknown): Outcome => Promise.resolve({ status: 'rejected', reason });

// Group commit: writes of the same query and tenant that wait at the same time are made in one transaction.
import { ApiError } from '../../errors.ts';
import { createKeyedLimit } from '../../lib/keyed-limit.ts';
import { sharedWrites, changesOfTenant } from '../../limits.ts';
import { getOrigin } from '../../telemetry/spans.ts';
import { createBatchLoader } from '../reads/batch-loader.ts';
import { runApart } from '../reads/run-apart.ts';
import type { RunWrite, SharedCall } from '../reads/shared-call.ts';
import { isStatementFailure } from '../connection/driver-errors.ts';
import type { Query } from '../queries/query-files.ts';
import { splitRows, type Params, type Row } from '../rows.ts';

/** `deadline` in milliseconds of `performance.now()`. */
type TimedCall = SharedCall & { deadline: number };
type Loader = { load: (call: TimedCall) => Promise<Row | null>; calls: number };

/**
 * One batch of a query and tenant at a time: two would wait for each other's locks, and a tenant that stays locked would
 * occupy more connections. The size bounds how long a batch holds its locks.
 */
const batchLimits = { calls: sharedWrites.calls, atOnce: 1, joined: 1 };

/**
 * Creates the writer of queries that have a batched form. A write starts at once unless one of its query and tenant is
 * under way; those that come meanwhile are the next batch. Tenants do not share batches, so that none waits for another's
 * locks, and each has a few statements under way. The writes of a batch that failed are made again one by one, because one
 * of them may have failed all. Writes that are `isInTurn` share no transaction: a few of a tenant are under way, the others wait.
 *
 * @returns a function that resolves to the row of a write, or to null if it matched nothing
 */
export function createSharedWrites(
  run: RunWrite,
): (query: Query, params: Params, deadline: number) => Promise<Row | null> {
  const loaders = new Map<string, Loader>();
  const ofTenants = createKeyedLimit(changesOfTenant);
  const inTurn = createKeyedLimit(sharedWrites.inTurn);

  async function write(query: Query, calls: readonly SharedCall[], deadline: number): Promise<(Row | null)[]> {
    const tenantId = calls[0]?.params['tenantId'] as string | undefined;
    const runNow = () => run(query, calls, deadline - performance.now());
    const records = await (tenantId === undefined ? runNow() : ofTenants.run(tenantId, runNow));
    return splitRows(query, records, calls.length).map(([row = null]) => row);
  }

  async function writeOne(query: Query, call: TimedCall): Promise<Row | null> {
    return (await write(query, [call], call.deadline))[0] ?? null;
  }

  async function writeMany(query: Query, calls: readonly TimedCall[]): Promise<Promise<Row | null>[]> {
    // The last deadline: a caller whose time runs out before is answered 503, though the change may be made.
    const lastDeadline = Math.max(...calls.map((call) => call.deadline));
    try {
      // One that waits too long, perhaps for a single locked node, leaves time to make its writes one by one.
      const rows = await write(query, calls, Math.min(lastDeadline, performance.now() + sharedWrites.withinMs));
      return rows.map((row) => Promise.resolve(row));
    } catch (reason) {
      const isWorthRepeating = reason instanceof ApiError || isStatementFailure(reason);
      if (isWorthRepeating) return runApart(calls, (call) => writeOne(query, call));
      return calls.map(() => Promise.reject(reason as Error));
    }
  }

  /** Makes a batch of writes. Those whose time ran out while they waited are refused. */
  async function send(query: Query, calls: readonly TimedCall[]): Promise<Promise<Row | null>[]> {
    const now = performance.now();
    const timely = calls.filter((call) => call.deadline > now);
    const [first] = timely;
    const results = timely.length > 1 ? await writeMany(query, timely) : first ? [writeOne(query, first)] : [];
    if (timely.length === 1) await Promise.allSettled(results);
    return calls.map((call) => results[timely.indexOf(call)] ?? Promise.reject(new ApiError('DATABASE_UNAVAILABLE')));
  }

  return async (query, params, deadline) => {
    const call = { params, deadline, caller: getOrigin() };
    const key = `${query.name} ${String(params['tenantId'])}`;
    if (query.isInTurn) return inTurn.run(key, () => writeOne(query, call));
    if (!query.isBatched) return writeOne(query, call);
    let loader = loaders.get(key);
    if (!loader) {
      loader = { load: createBatchLoader((calls) => send(query, calls), batchLimits), calls: 0 };
      loaders.set(key, loader);
    }
    loader.calls += 1;
    const held = loader;
    return loader.load(call).finally(() => {
      held.calls -= 1;
      if (held.calls === 0) loaders.delete(key);
    });
  };
}

// Batches reads: calls of the same query in the same tick run as one statement, of all tenants. A batch never fails as one: its
// calls are asked again one by one.
import { getOrigin } from '../../telemetry/spans.ts';
import { isOutOfMemory, isUnavailable } from '../connection/driver-errors.ts';
import type { Query } from '../queries/query-files.ts';
import { splitRows, type Params, type Row } from '../rows.ts';
import { createBatchLoader } from './batch-loader.ts';
import { runApart } from './run-apart.ts';
import type { RunRead, SharedCall } from './shared-call.ts';

type Loader = (call: SharedCall) => Promise<Row[]>;

/** Returns the function that reads the rows of a query; a list's first row is its heading. */
export function createSharedReads(run: RunRead): (query: Query, params: Params) => Promise<Row[]> {
  const loaders = new Map<Query, Loader>();

  async function send(query: Query, calls: readonly SharedCall[]): Promise<Promise<Row[]>[]> {
    try {
      const records = await run(query, calls);
      return splitRows(query, records, calls.length).map((rows) => Promise.resolve(rows));
    } catch (reason) {
      const isWorthAskingApart = calls.length > 1 && isOfCalls(reason);
      if (isWorthAskingApart) return runApart(calls, async (call) => (await send(query, [call]))[0] ?? []);
      return calls.map(() => Promise.reject(reason as Error));
    }
  }

  function findLoader(query: Query): Loader {
    let load = loaders.get(query);
    if (!load) {
      if (!query.isBatched) throw new Error(`cypher/${query.name}.cypher answers one call, row by row.`);
      loaders.set(query, (load = createBatchLoader((calls) => send(query, calls))));
    }
    return load;
  }

  return (query, params) => findLoader(query)({ params, caller: getOrigin() });
}

/** Whether a statement may have failed because of its calls: one of them took too much memory, or cannot be computed. */
function isOfCalls(error: unknown): boolean {
  return isOutOfMemory(error) || !isUnavailable(error);
}

// Batches reads: calls of the same query in the same tick run as one statement.
import type { Record as DriverRecord } from 'neo4j-driver';
import { getOrigin, type Origin } from '../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import { joinCalls, splitRows, type Params } from './calls.ts';
import { isUnavailable } from './driver.ts';
import type { Query } from './query-files.ts';
import type { Row } from './rows.ts';

type ReadCall = { params: Params; caller: Origin };

/**
 * Returns the function that reads the rows of a query; a list's first row is its heading.
 *
 * @param run runs the statement of a query for the callers with `$p`, and returns its records
 */
export function createSharedReads(
  run: (query: Query, params: Params, callers: readonly Origin[]) => Promise<DriverRecord[]>,
): (query: Query, params: Params) => Promise<Row[]> {
  const loaders = new Map<Query, (call: ReadCall) => Promise<Row[]>>();

  async function send(query: Query, calls: readonly ReadCall[]): Promise<Row[][]> {
    const params = calls.map((call) => call.params);
    const callers = calls.map(({ caller }) => caller);
    return splitRows(query, await run(query, joinCalls(query, params), callers), calls.length);
  }

  function createLoader(query: Query): (call: ReadCall) => Promise<Row[]> {
    if (!query.isBatched) throw new Error(`cypher/${query.name}.cypher answers one call, row by row.`);
    return createBatchLoader(
      (calls) => send(query, calls),
      (error) => !isUnavailable(error),
    );
  }

  return (query, params) => {
    let load = loaders.get(query);
    if (!load) loaders.set(query, (load = createLoader(query)));
    return load({ params, caller: getOrigin() });
  };
}

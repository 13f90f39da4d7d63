// Batches reads: calls of the same query in the same tick run as one statement.
import type { Record as DriverRecord } from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { getOrigin, type Origin } from '../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import type { Query } from './query-files.ts';
import { getShape, toListRows, toRow, toRows, type Row } from './rows.ts';

type Params = Record<string, unknown>;
type Values = unknown[];
/** `after`: the bookmark for which a follower waits that answers the call; without one the leader answers. */
export type ReadCall = { params: Params; caller: Origin; after?: string | undefined };

/**
 * Returns the function that reads the rows of a query; a list's first row is its heading.
 *
 * @param run runs a statement of a query, which answers `calls`, and returns its records; all or none of them have a
 *   bookmark
 * @param isPlanned whether the database has a plan of a statement; until then calls run one by one
 */
export function createSharedReads(
  run: (query: Query, statement: string, params: Params, calls: readonly ReadCall[]) => Promise<DriverRecord[]>,
  isPlanned: (statement: string) => boolean,
): (query: Query, params: Params, after?: string) => Promise<Row[]> {
  const loaders = new Map<string, (call: ReadCall) => Promise<Row[]>>();

  function createLoader(query: Query): (call: ReadCall) => Promise<Row[]> {
    const { name, statement, paged, batched, parameters, columns } = query;
    if (!batched)
      throw new Error(`cypher/${name}.cypher is a change or a list without $listLimit, which cannot be batched.`);
    const convert = (rows: Values[]): Row[] =>
      paged ? toListRows(columns, rows, true) : rows.map((row) => toRow(getShape(columns), row));

    async function readOne(call: ReadCall): Promise<Row[]> {
      const records = await run(query, paged ?? statement, call.params, [call]);
      return paged ? convert(records.flatMap((record) => record.get('page') as Values[])) : toRows(records);
    }

    async function readMany(calls: ReadCall[]): Promise<Row[][]> {
      const params: Params = { batchSize: calls.length };
      for (const name of parameters)
        params[name] = name === 'listLimit' ? calls[0]?.params[name] : calls.map((call) => call.params[name]);
      const results: Values[][] = calls.map(() => []);
      const [record] = await run(query, batched ?? '', params, calls);
      for (const [call, ...values] of record?.get('page') as [number, ...Values][]) results[call]?.push(values);
      return results.map(convert);
    }

    return createBatchLoader<ReadCall, Row>(
      readOne,
      (calls) => (isPlanned(batched) ? readMany(calls) : Promise.all(calls.map(readOne))),
      (error) => !(error instanceof ApiError),
    );
  }

  return (query, params, after) => {
    const key = after === undefined ? query.name : `${query.name} of a follower`;
    let load = loaders.get(key);
    if (!load) loaders.set(key, (load = createLoader(query)));
    return load({ params, caller: getOrigin(), after });
  };
}

// Batches reads: calls of the same query in the same tick run as one statement.
import type { Record as DriverRecord } from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { getOrigin, type Origin } from '../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import type { Query } from './query-files.ts';
import { getShape, toListRows, toRow, toRows, type Row } from './rows.ts';

type Params = Record<string, unknown>;
type Values = unknown[];
type Call = { params: Params; caller: Origin };

/**
 * Returns the function that reads the rows of a query; a list's first row is its heading.
 *
 * @param run runs a statement of a query, which answers `callers`, and returns its records
 * @param isPlanned whether the database has a plan of a statement; until then calls run one by one
 */
export function createSharedReads(
  run: (query: Query, statement: string, params: Params, callers: readonly Origin[]) => Promise<DriverRecord[]>,
  isPlanned: (statement: string) => boolean,
): (query: Query, params: Params) => Promise<Row[]> {
  const loaders = new Map<string, (call: Call) => Promise<Row[]>>();

  function createLoader(query: Query): (call: Call) => Promise<Row[]> {
    const { name, statement, paged, batched, parameters, columns } = query;
    if (!batched)
      throw new Error(`cypher/${name}.cypher is a change or a list without $listLimit, which cannot be batched.`);
    const convert = (rows: Values[]): Row[] =>
      paged ? toListRows(columns, rows, true) : rows.map((row) => toRow(getShape(columns), row));

    async function readOne({ params, caller }: Call): Promise<Row[]> {
      const records = await run(query, paged ?? statement, params, [caller]);
      return paged ? convert(records.flatMap((record) => record.get('page') as Values[])) : toRows(records);
    }

    async function readMany(calls: Call[]): Promise<Row[][]> {
      const params: Params = { batchSize: calls.length };
      for (const name of parameters)
        params[name] = name === 'listLimit' ? calls[0]?.params[name] : calls.map((call) => call.params[name]);
      const results: Values[][] = calls.map(() => []);
      const callers = calls.map(({ caller }) => caller);
      const [record] = await run(query, batched ?? '', params, callers);
      for (const [call, ...values] of record?.get('page') as [number, ...Values][]) results[call]?.push(values);
      return results.map(convert);
    }

    return createBatchLoader<Call, Row>(
      readOne,
      (calls) => (isPlanned(batched) ? readMany(calls) : Promise.all(calls.map(readOne))),
      (error) => !(error instanceof ApiError),
    );
  }

  return (query, params) => {
    let load = loaders.get(query.name);
    if (!load) loaders.set(query.name, (load = createLoader(query)));
    return load({ params, caller: getOrigin() });
  };
}

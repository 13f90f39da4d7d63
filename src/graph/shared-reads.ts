// Batches point reads: calls of the same query in the same tick run as one statement.
import { ApiError } from '../errors.ts';
import { createBatchLoader } from './batch-loader.ts';
import type { Row } from './rows.ts';
import type { Query } from './query-files.ts';

type Params = Record<string, unknown>;

/**
 * @param read runs a statement of a query and returns its rows
 * @param isPlanned whether the database has a plan of a statement; until then calls run one by one
 */
export function createSharedReads(
  read: (query: Query, statement: string, params: Params) => Promise<Row[]>,
  isPlanned: (statement: string) => boolean,
): (query: Query, params: Params) => Promise<Row[]> {
  const loaders = new Map<string, (params: Params) => Promise<Row[]>>();

  function createLoader(query: Query): (params: Params) => Promise<Row[]> {
    const { name, statement, batched, parameters } = query;
    if (!batched) throw new Error(`cypher/${name}.cypher is a write or a list, which cannot be batched.`);
    return createBatchLoader<Params, Row>(
      (params) => read(query, statement, params),
      async (calls) => {
        if (!isPlanned(batched)) return Promise.all(calls.map((params) => read(query, statement, params)));
        const results: Row[][] = calls.map(() => []);
        const lists: Params = { batchSize: calls.length };
        for (const parameter of parameters) lists[parameter] = calls.map((call) => call[parameter]);
        for (const { row, ...columns } of await read(query, batched, lists)) results[row as number]?.push(columns);
        return results;
      },
      (error) => !(error instanceof ApiError),
    );
  }

  return (query, params) => {
    let load = loaders.get(query.name);
    if (!load) loaders.set(query.name, (load = createLoader(query)));
    return load(params);
  };
}

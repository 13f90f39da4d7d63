// The calls that a statement answers: their parameters as lists, and the rows of its answer apart again.
import type { Record as DriverRecord } from 'neo4j-driver';
import type { Query } from './query-files.ts';
import { toObject, toRow, toRows, type Row } from '../rows.ts';

export type Params = Record<string, unknown>;

/**
 * Returns the value of `$p` for a statement that answers these calls: see `createBatchedStatement`. A query without that
 * form answers a single call.
 */
export function joinCalls({ parameters, isBatched }: Query, calls: readonly Params[]): Params {
  const [first = {}] = calls;
  if (!isBatched) return first;
  const joined: Params = { batchSize: calls.length };
  for (const name of parameters) joined[name] = name === 'listLimit' ? first[name] : calls.map((call) => call[name]);
  return joined;
}

/** Returns the rows of each call. The first row of a list is its heading. */
export function splitRows(query: Query, records: DriverRecord[], calls: number): Row[][] {
  if (!query.isBatched) return [toRows(records)];
  const results = Array.from({ length: calls }, (): Row[] => []);
  for (const record of records) {
    for (const values of readPage(record)) {
      const rows = results[values[0] as number];
      rows?.push(convertRow(query, values, rows.length === 0));
    }
  }
  return results;
}

/** Returns the rows of one page of a list that answers one call. */
export function convertPage(query: Query, record: DriverRecord, isFirst: boolean): Row[] {
  return readPage(record).map((values, index) => convertRow(query, values, isFirst && index === 0));
}

const readPage = (record: DriverRecord): unknown[][] => record.get('page') as unknown[][];

/** A row that is not of a list, and the heading of one, keep columns that are null; the rows of a list omit them. */
function convertRow({ shape, isList }: Query, values: unknown[], isFirst: boolean): Row {
  return isList && !isFirst ? (toObject(shape, values) ?? {}) : toRow(shape, values);
}

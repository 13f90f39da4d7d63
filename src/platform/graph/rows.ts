// What goes to a statement and comes from it: the parameters of the calls that it answers, and the rows of each as objects.
import type { Record as DriverRecord } from 'neo4j-driver';

export type Params = Record<string, unknown>;
export type Row = Record<string, unknown>;

/** The parts of a query (see query-files.ts) that say how its statement takes calls and gives rows. */
type Form = { parameters: readonly string[]; shape: Shape; isBatched: boolean; isList: boolean };

/**
 * Returns the value of `$p` for a statement that answers these calls: see `createBatchedStatement`. A query without that
 * form answers a single call.
 */
export function joinCalls({ parameters, isBatched }: Form, calls: readonly { params: Params }[]): Params {
  const { params: first = {} } = calls[0] ?? {};
  if (!isBatched) return first;
  const joined: Params = { batchSize: calls.length };
  for (const name of parameters)
    joined[name] = name === 'listLimit' ? first[name] : calls.map(({ params }) => params[name]);
  return joined;
}

/** Returns the rows of each call. The first row of a list is its heading. */
export function splitRows(query: Form, records: DriverRecord[], calls: number): Row[][] {
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
export function convertPage(query: Form, record: DriverRecord, isFirst: boolean): Row[] {
  return readPage(record).map((values, index) => convertRow(query, values, isFirst && index === 0));
}

const readPage = (record: DriverRecord): unknown[][] => record.get('page') as unknown[][];

/** A row that is not of a list, and the heading of one, keep columns that are null; the rows of a list omit them. */
function convertRow({ shape, isList }: Form, values: unknown[], isFirst: boolean): Row {
  return isList && !isFirst ? (toObject(shape, values) ?? {}) : toRow(shape, values);
}

/** Converts records to rows, see `toRow`. */
export function toRows(records: DriverRecord[]): Row[] {
  const [first] = records;
  if (!first) return [];
  const shape = buildShape(first.keys as string[]);
  return records.map((record) => toRow(shape, getValues(record)));
}

/** The row of a query that always has one. @throws {Error} without one */
export function requireRow<T>(row: T | null, queryName: string): T {
  if (row === null) throw new Error(`cypher/${queryName}.cypher returned no row.`);
  return row;
}

/** The values of a record in the order of its columns. */
export const getValues = (record: DriverRecord): readonly unknown[] => [...record.values()];

/** The structure of a row: a value by the index of its column, an object by its fields, a list or one item by the fields of its items. */
export type Shape = { name: string; part: number | Shape | ListShape }[];
type ListShape = { index: number; item: Shape; isOne: boolean };

/** Builds the structure of rows with these columns, of which the first value is at `offset`. */
export function buildShape(columns: readonly string[], offset = 0): Shape {
  const shape: Shape = [];
  columns.forEach((column, index) => {
    const [, name = column, bracket, items] = /^([\w.]+)([[{])(.+)[\]}]$/.exec(column) ?? [];
    const path = name.split('.');
    const last = path.pop() ?? name;
    let object = shape;
    for (const outer of path) {
      let inner = object.find((field) => field.name === outer)?.part;
      if (!Array.isArray(inner)) object.push({ name: outer, part: (inner = []) });
      object = inner;
    }
    const position = offset + index;
    const part =
      items === undefined ? position : { index: position, item: buildShape(items.split(', ')), isOne: bracket === '{' };
    object.push({ name: last, part });
  });
  return shape;
}

function readValue(part: Shape[number]['part'], values: readonly unknown[]): unknown {
  if (typeof part === 'number') return omitNulls(values[part]);
  if (Array.isArray(part)) return toObject(part, values);
  const list = values[part.index] as readonly unknown[] | null;
  if (list === null) return null;
  if (part.isOne) return toObject(part.item, list);
  return (list as readonly (readonly unknown[])[]).map((item) => toObject(part.item, item) ?? {});
}

/**
 * Converts the values of a row. A column named `user.name` becomes the field `name` of the object `user`, and a column named
 * `goals[id, title]`, a list of lists, becomes a list of objects, and one named `goal{id, title}`, a list, one object: the driver reads
 * many values much faster than one map per row. A column is null if it, or every field of its object, is null; below that
 * level null fields are omitted, as the interface demands.
 */
export function toRow(shape: Shape, values: readonly unknown[]): Row {
  const row: Row = {};
  for (const { name, part } of shape) row[name] = readValue(part, values);
  return row;
}

/** Omits null fields; returns null when no field is left. */
export function toObject(shape: Shape, values: readonly unknown[]): Row | null {
  let object: Row | null = null;
  for (const { name, part } of shape) {
    const value = readValue(part, values);
    if (value !== null) (object ??= {})[name] = value;
  }
  return object;
}

function omitNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitNulls);
  if (value === null || typeof value !== 'object') return value;
  const result: Row = {};
  for (const key in value) {
    const inner = (value as Row)[key];
    if (inner !== null) result[key] = omitNulls(inner);
  }
  return result;
}

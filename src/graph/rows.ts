// Converts the driver's records to plain objects.
import type { Record as DriverRecord } from 'neo4j-driver';

export type Row = Record<string, unknown>;

/** Converts records to rows, see `toRow`. */
export function toRows(records: DriverRecord[]): Row[] {
  const [first] = records;
  if (!first) return [];
  const shape = buildShape(first.keys as string[]);
  return records.map((record) => toRow(shape, getValues(record)));
}

/** The values of a record in the order of its columns. */
export const getValues = (record: DriverRecord): readonly unknown[] => [...record.values()];

/** The structure of a row: a value by the index of its column, an object by its fields, a list by those of its items. */
export type Shape = { name: string; part: number | Shape | ListShape }[];
type ListShape = { index: number; item: Shape };

/** Builds the structure of rows with these columns, of which the first value is at `offset`. */
export function buildShape(columns: readonly string[], offset = 0): Shape {
  const shape: Shape = [];
  columns.forEach((column, index) => {
    const [, name = column, items] = /^([\w.]+)\[(.+)\]$/.exec(column) ?? [];
    const path = name.split('.');
    const last = path.pop() ?? name;
    let object = shape;
    for (const outer of path) {
      let inner = object.find((field) => field.name === outer)?.part;
      if (!Array.isArray(inner)) object.push({ name: outer, part: (inner = []) });
      object = inner;
    }
    const position = offset + index;
    const part = items === undefined ? position : { index: position, item: buildShape(items.split(', ')) };
    object.push({ name: last, part });
  });
  return shape;
}

function readValue(part: Shape[number]['part'], values: readonly unknown[]): unknown {
  if (typeof part === 'number') return omitNulls(values[part]);
  if (Array.isArray(part)) return toObject(part, values);
  const items = values[part.index] as readonly (readonly unknown[])[] | null;
  return items?.map((item) => toObject(part.item, item) ?? {}) ?? null;
}

/**
 * Converts the values of a row. A column named `user.name` becomes the field `name` of the object `user`, and a column named
 * `goals[id, title]`, a list of lists, becomes a list of objects: the driver reads many values much faster than one map
 * per row. A column is null if it, or every field of its object, is null; below that level null fields are omitted, as
 * the interface demands.
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

// The order of the fields of a response: that of its schema.
import type { TSchema } from '@sinclair/typebox';
import type { Rows } from '../../graph/client.ts';

/** Orders the fields of a value and of the objects in it. Streamed rows are ordered page by page. */
export type FieldOrder = (value: unknown) => unknown;

/**
 * Creates the field order of a schema. Maps from the database and stored JSON have their fields in any order. Fields that
 * the schema does not declare come last; this does not validate.
 */
export function createFieldOrder(schema: TSchema): FieldOrder {
  return findFieldOrder(schema) ?? ((value) => value);
}

/** Returns null if the schema has no fields to order. */
function findFieldOrder({ properties, items }: TSchema): FieldOrder | null {
  if (items) {
    const inner = findFieldOrder(items as TSchema);
    return inner && ((list) => (Array.isArray(list) ? list.map(inner) : orderPages(list as Rows<unknown>, inner)));
  }
  return properties ? createObjectOrder(properties as Record<string, TSchema>) : null;
}

function createObjectOrder(properties: Record<string, TSchema>): FieldOrder {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, inner: findFieldOrder(schema) }));
  return (value) => {
    const source = value as Record<string, unknown>;
    const ordered: Record<string, unknown> = {};
    let matched = 0;
    for (const { name, inner } of fields) {
      const part = source[name];
      if (part === undefined) continue;
      ordered[name] = inner ? inner(part) : part;
      matched += 1;
    }
    if (Object.keys(source).length > matched) for (const name in source) ordered[name] ??= source[name];
    return ordered;
  };
}

async function* orderPages(pages: Rows<unknown>, inner: FieldOrder): Rows<unknown> {
  for await (const page of pages) yield page.map(inner);
}

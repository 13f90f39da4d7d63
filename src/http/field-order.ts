// The order of an answer's fields: as the response schema declares them, wherever the values come from.
import type { TSchema } from '@sinclair/typebox';
import type { Rows } from '../graph/client.ts';

/** Gives the fields of a value, and of the objects in it, their order. Rows that are still arriving get it page by page. */
export type Order = (value: unknown) => unknown;

/**
 * The order of a schema's fields. Maps that the database makes and JSON that was stored have their fields in any order.
 * A field that the schema does not declare comes last; only a check of the answer refuses it.
 */
export function orderOf(schema: TSchema): Order {
  return orderIn(schema) ?? ((value) => value);
}

/** Null where there is nothing to order. */
function orderIn({ properties, items }: TSchema): Order | null {
  if (items) {
    const inner = orderIn(items as TSchema);
    return inner && ((list) => (Array.isArray(list) ? list.map(inner) : orderedPages(list as Rows<unknown>, inner)));
  }
  return properties ? orderOfFields(properties as Record<string, TSchema>) : null;
}

function orderOfFields(properties: Record<string, TSchema>): Order {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, inner: orderIn(schema) }));
  return (value) => {
    const given = value as Record<string, unknown>;
    const ordered: Record<string, unknown> = {};
    let known = 0;
    for (const { name, inner } of fields) {
      const part = given[name];
      if (part === undefined) continue;
      ordered[name] = inner ? inner(part) : part;
      known += 1;
    }
    if (Object.keys(given).length > known) for (const name in given) ordered[name] ??= given[name];
    return ordered;
  };
}

async function* orderedPages(pages: Rows<unknown>, inner: Order): Rows<unknown> {
  for await (const page of pages) yield page.map(inner);
}

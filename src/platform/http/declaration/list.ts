// Declares endpoints that return a list in pages: `?limit=&cursor=` → `{items, nextCursor?}`.
import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { failInvalid, type ErrorCode } from '../../errors.ts';
import type { Position } from '../../secrets/cursors.ts';
import { permit, type Permission, type Standing } from '../../access/permissions.ts';
import type { Graph } from '../../graph/client.ts';
import type { Call as QueryCall } from '../../graph/queries/call-types.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { field, strictObject, withName, Cursor, optionalField } from '../../schema/values.ts';
import { defineEndpoint, type BaseContext } from './define-endpoint.ts';

export const defaultLimit = 50;
const maxLimit = 200;
const exampleCursor = 'eyJuYW1lIjoiSW5lcyJ9sJ2aX0r7kH1dQm9ZtYv3bLw8NcEoPfGuRiTjKyAhMzc';

export const pageParameters = {
  limit: optionalField(
    Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit }),
    'Number of items in a page',
  ),
  cursor: optionalField(Cursor, 'nextCursor of the page before; the filters must be the same', exampleCursor),
};

/** The page to read: `limit + 1` items behind the position `after`, or from the start if it is null. */
type PageRequest = { after: Position | null; limit: number };

/** An item with its sort key, which becomes the cursor if a page ends with it. */
export type Positioned<Item> = Item & { position: Position };

type ListDeclaration<Item extends TSchema, Filters extends TProperties, Path extends string> = Pick<
  Endpoint,
  'operationId' | 'tool' | 'summary' | 'description' | 'permission' | 'alsoDecides' | 'audit' | 'isBulk' | 'isHeavy'
> & {
  path: Path;
  filters?: Filters;
  item: Item;
  errors?: readonly ErrorCode[];
  /** Reads a page. The item beyond the limit shows that another page exists. The order must be total and stable. */
  load: (
    call: Omit<Call<Path>, 'query'> & BaseContext & { query: Static<TObject<Filters>> },
    page: PageRequest,
  ) => Promise<Positioned<Static<Item>>[]>;
};

/** Declares a list: adds `limit` and `cursor` to its filters, and binds cursors to caller, path and filters. */
export function defineList<
  Item extends TSchema,
  Path extends string,
  Filters extends TProperties = Record<never, never>,
>({ filters, item, errors = [], load, ...declaration }: ListDeclaration<Item, Filters, Path>): Endpoint {
  const page = Type.Object(
    {
      items: field(Type.Array(item), 'The items of this page'),
      nextCursor: optionalField(Cursor, 'Continues the list; absent in the last page', exampleCursor),
    },
    strictObject,
  );
  return defineEndpoint({
    ...declaration,
    method: 'GET',
    query: Type.Object({ ...filters, ...pageParameters }, strictObject),
    etag: false,
    response: item.$id === undefined ? page : withName(`${item.$id}Page`, page),
    errors: ['INVALID_CURSOR', ...errors],
    async handler(call) {
      const { cursor, limit = defaultLimit, ...query } = call.query;
      const binding = [declaration.path, call.params, Object.entries(query).sort()];
      const after = cursor === undefined ? null : call.cursors.decode(cursor, binding);
      const rows = await load({ ...call, query } as never, { after, limit });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        items: rows.slice(0, limit).map(removePosition),
        ...(last && { nextCursor: call.cursors.encode(last.position, binding) }),
      };
    },
  });
}

/**
 * Reads a page of what holders of a permission may list.
 *
 * @throws {ApiError} FORBIDDEN
 */
export async function readPermittedPage<Item>(
  graph: Graph,
  permission: Permission,
  ...query: QueryCall
): Promise<Positioned<Item>[]> {
  const { standing, items } = await graph.one<{ standing: Standing; items: Positioned<Item>[] }>(...query);
  permit(standing, permission);
  return items;
}

/** A filter that is an instant, such as `updatedSince`; `toInstant` reads it. */
export const createInstantFilter = (description: string, example = '2026-11-01T00:00:00Z') =>
  optionalField(Type.String({ format: 'date-time' }), description, example);

/**
 * Returns the instant of a filter; null without the filter.
 *
 * @throws {ApiError} VALIDATION_ERROR for what RFC 3339 knows and the database does not, such as leap seconds
 */
export function toInstant(parameter: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return Temporal.Instant.from(text).toString();
  } catch {
    return failInvalid([{ parameter, message: `${parameter} must be an instant such as 2026-11-20T10:00:00.000Z.` }]);
  }
}

function removePosition<Item extends object>(row: Positioned<Item>): object {
  const { position: _position, ...item } = row; // `delete` makes an object that is slow to write as JSON
  return item;
}

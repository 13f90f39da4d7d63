// What a handler of an endpoint may return for the schema of its response.
import type { Static, TSchema } from '@sinclair/typebox';
import type { Rows } from '../graph/client.ts';

/** A value of the response's schema. A list in it, as the whole or as a field of it, may also be rows on their way. */
export type HandlerResult<R extends TSchema> =
  Static<R> extends readonly unknown[]
    ? Streamable<Static<R>>
    : Static<R> extends null
      ? null
      : { [Field in keyof Static<R>]: Streamable<Static<R>[Field]> };
type Streamable<T> = T extends readonly (infer Row)[] ? T | Rows<Row> : T;

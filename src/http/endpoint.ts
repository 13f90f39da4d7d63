// One literal declares one endpoint; from it come the route, the validation, the OpenAPI document and the types.
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { AnyPermission, ServiceScope } from '../access.ts';
import type { ErrorCode } from '../errors.ts';
import type { AtomicGraph } from '../graph/client.ts';
import type { Call } from './call.ts';
import type { HandlerResult } from './handler-result.ts';
import type { CsvColumn } from './list-format.ts';

export type { Call } from './call.ts';

/** `Context` is what handlers of this API get beside the call. */
type Declaration<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema, Context> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the interface: `/summaries/{summaryId}`, relative to the version prefix. */
  path: string;
  /** A verb and a noun: the name of the method in a generated client. */
  operationId: string;
  /** What it does, in one short sentence. */
  summary: string;
  /** What callers should know besides: order, limits, conditions. */
  description?: string;
  /** What it changes, if it is not a GET. */
  effects?: string;
  /** The permission that its handler demands. Without one, any user may call it for their own data. */
  permission?: AnyPermission;
  params?: P;
  query?: Q;
  body?: B;
  /** The body may be left out, and then counts as `{}`. */
  bodyOptional?: true;
  /** Bodies above 64 KB are accepted up to this size, from callers who hold `permission`. */
  maxBodyBytes?: number;
  /** The type of its bodies, if it is not application/json. */
  mediaType?: 'application/scim+json';
  /** The time limit of `graph.atomically`, for changes that take longer than others. */
  withinMs?: number;
  /** Instead of a body: one file in multipart/form-data, in the part `file`. */
  upload?: { maxBytes: number; type: string };
  /** 204 has no body: its response is `Nothing`. */
  success: 200 | 201 | 202 | 204;
  response: R;
  /** What it may answer beyond `commonErrors`. */
  errors: readonly ErrorCode[];
  /** Who may call it: users, unless it says otherwise; services by the scope they hold. */
  callers?: readonly ('user' | ServiceScope)[];
  /** Where the thing that was made can be read, relative to the version prefix. */
  location?: (result: Static<R>, params: Static<P>) => string;
  secret?: string; // a field of the response that is shown once: an answer replayed for an Idempotency-Key lacks it
  safe?: true; // a POST that changes nothing: its question does not fit into an address
  /** False for a GET of an object without ETag: a list, or a document with a secret such as a signed link. */
  etag?: false;
  lastModified?: true;
  /**
   * What a change is about. Of a PUT, PATCH or DELETE, `read` decides If-Match under the write lock that `lock` takes, which
   * all changes of the resource must take. A response of the same schema has the ETag.
   */
  resource?: { read: Endpoint; lock: (graph: Pick<AtomicGraph, 'write'>, params: Static<P>) => Promise<unknown> };
  /** The columns of its rows for clients that prefer text/csv. */
  csv?: readonly CsvColumn[];
  handler: (call: Call<P, Q, B> & Context) => Promise<HandlerResult<R>>;
};

/** An endpoint whose own types no longer matter, as the router and the OpenAPI document see it. */
export type Endpoint = Declaration<TObject, TObject, TSchema, TSchema, object>;

/** Returns the function that declares endpoints whose handlers get `Context` beside the call. */
export function createEndpointFactory<Context>() {
  return <
    R extends TSchema,
    P extends TObject = TObject<Record<never, never>>,
    Q extends TObject = TObject<Record<never, never>>,
    B extends TSchema = TSchema,
  >(
    declaration: Declaration<P, Q, B, R, Context>,
  ): Endpoint => declaration as unknown as Endpoint;
}

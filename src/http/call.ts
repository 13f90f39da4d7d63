// What handlers get of a request.
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Graph } from '../graph/client.ts';
import type { Caller } from './caller.ts';
import type { Effect } from './changes.ts';

/** What every handler gets: the validated request, the graph bound to its caller, the time and new ids. */
export type Call<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema> = {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** Reads the file of an endpoint that declares one. Handlers call it after `permit`. */
  upload: () => Promise<Buffer>;
  graph: Graph;
  callerKind: Caller['kind'];
  /** The moment of the request, ISO 8601 in UTC. */
  now: string;
  newId: () => string;
  /** Runs `effect` after the changes are committed. With Idempotency-Key or If-Match, that is after the handler. */
  afterCommit: (effect: Effect) => void;
  /**
   * Counts a request that asks many things as so many more.
   *
   * @throws {ApiError} RATE_LIMITED
   */
  countFurther: (requests: number) => Promise<void>;
  /** Where clients reach this service, without a path. */
  baseUrl: () => string;
  /** Sends the header Last-Modified; for an endpoint that declares it. */
  lastModified: (at: string) => void;
};

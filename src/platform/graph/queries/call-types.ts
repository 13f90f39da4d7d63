// How a query is called: by its name, with the parameters that its file uses.
import type { ErrorCode } from '../../errors.ts';
import type { Queries } from './query-types.ts';

export type QueryName = keyof Queries;

/** An element of a list that is a parameter of a query. */
export type RowOf<Q extends QueryName, P extends keyof Queries[Q]> = Queries[Q][P] extends readonly (infer Row)[]
  ? Row
  : never;

/** The arguments of a call: the name of a query, its parameters unless it has none, and `Rest`. */
export type Call<Q extends QueryName = QueryName, Rest extends unknown[] = []> = {
  [N in Q]: keyof Queries[N] extends never
    ? [query: N, params?: Queries[N], ...rest: Rest]
    : [query: N, params: Queries[N], ...rest: Rest];
}[Q];

/** The arguments of a write. `onConflict`: code for a constraint violation. */
export type WriteCall = Call<QueryName, [onConflict?: ErrorCode]>;

// How a query is called: by its name, with the parameters that its file uses.
import type { ErrorCode } from '../../errors.ts';
import type { Queries } from './query-types.ts';

export type QueryName = keyof Queries;

/** The arguments of a call: the name of a query, its parameters unless it has none, and `Rest`. */
export type Call<Q extends QueryName = QueryName, Rest extends unknown[] = []> = {
  [N in Q]: keyof Queries[N] extends never
    ? [query: N, params?: Queries[N], ...rest: Rest]
    : [query: N, params: Queries[N], ...rest: Rest];
}[Q];

/** The arguments of a write. `onConflict`: code for a constraint violation. */
export type WriteCall = Call<QueryName, [onConflict?: ErrorCode]>;

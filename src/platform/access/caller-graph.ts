// The graph of one request: each query proves that the caller is still an active user, and lists that are not sent are
// closed.
import { fail, type ErrorCode } from '../errors.ts';
import type { Graph, Rows, Transaction } from '../graph/client.ts';
import type { Call, WriteCall } from '../graph/queries/call-types.ts';

type PointQueries = Omit<Transaction, 'rows'>;

export type CallerGraph = Graph & {
  /** Closes the lists that were opened. A handler that refuses a request, or fails, does not send them. */
  closeLists(): void;
};

/**
 * Wraps the graph for the user who sent a request. Queries return what the graph knows about the caller in the column
 * `standing`, which is null after the user was deactivated or erased; queries then fail with UNAUTHENTICATED. Services have
 * no standing.
 */
export function createCallerGraph(graph: Graph, callerKind: 'user' | 'service' = 'user'): CallerGraph {
  const openLists: Rows<unknown>[] = [];
  const closeLists = (): void => {
    for (const rows of openLists.splice(0)) void rows.return().catch(() => undefined);
  };
  if (callerKind === 'service') return { ...graph, closeLists };
  return {
    ...graph,
    ...assertCallers(graph),
    atomically: (work) =>
      graph.atomically((atomic) =>
        work({
          ...assertCallers(atomic),
          async rows<T>(...call: Call) {
            const rows = await atomic.rows<T>(...call);
            assertCallerActive(rows[0]);
            return rows;
          },
        }),
      ),
    async list<Head, T>(...call: Call) {
      const list = await graph.list<Head, T>(...call);
      openLists.push(list.rows);
      assertCallerActive(list.head);
      return list;
    },
    closeLists,
  };
}

function assertCallers(graph: PointQueries): PointQueries {
  return {
    maybe: async <T>(...call: Call) => assertCallerActive(await graph.maybe<T>(...call)),
    one: async <T>(...call: Call) => assertCallerActive(await graph.one<T>(...call)),
    write: async <T>(...call: WriteCall) => assertCallerActive(await graph.write<T>(...call)),
  };
}

function assertCallerActive<T>(row: T): T {
  if ((row as { standing?: unknown } | null)?.standing === null) fail('UNAUTHENTICATED');
  return row;
}

/**
 * Refuses a change that matched nothing, because something changed after the request was permitted.
 *
 * @throws {ApiError} UNAUTHENTICATED when the caller was deactivated in the meantime, else `code`; always
 */
export async function failMissedWrite(graph: Pick<Graph, 'one'>, code: ErrorCode, message?: string): Promise<never> {
  await graph.one('access/caller');
  return fail(code, message);
}

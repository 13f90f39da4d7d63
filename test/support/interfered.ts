// The graph with something in the way of the writes of its transactions.
import type { GraphClient, Transaction } from '../../src/platform/graph/client.ts';
import type { QueryName, WriteCall } from '../../src/platform/graph/queries/call-types.ts';

type Write = Transaction['write'];

/** @param around is called instead of each write in `atomically`; `write()` makes it */
export function interfered(
  graph: GraphClient,
  around: (name: QueryName, write: () => ReturnType<Write>) => Promise<unknown>,
): GraphClient {
  const interfere = (tx: Transaction): Transaction => ({
    ...tx,
    write: ((...call: WriteCall) => around(call[0], () => tx.write(...call))) as Write,
  });
  return {
    ...graph,
    bind(scope) {
      const bound = graph.bind(scope);
      return { ...bound, atomically: (work) => bound.atomically((tx) => work(interfere(tx))) };
    },
  };
}

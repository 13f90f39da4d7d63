// A worker that dies while it applies a scheduled plan: after the moves, before the commit.
import pino from 'pino';
import { readConfig } from '../../src/platform/config/config.ts';
import { openGraph, type GraphClient } from '../../src/platform/graph/client.ts';
import { startDuePlans } from '../../src/features/org-plans/due-plans.ts';

const [now = ''] = process.argv.slice(2);
const graph = openGraph(readConfig());
const dying: GraphClient = {
  ...graph,
  bind(scope) {
    const bound = graph.bind(scope);
    return {
      ...bound,
      atomically: (work) =>
        bound.atomically((tx) =>
          work({
            ...tx,
            write(...call) {
              if (call[0] === 'org-plans/set_status') process.kill(process.pid, 'SIGKILL');
              return tx.write(...call);
            },
          }),
        ),
    };
  },
};
startDuePlans({ graph: dying, now: () => new Date(now), log: pino() });

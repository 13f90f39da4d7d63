// A worker that dies while it derives excused weeks: when it has derived some batches and written the next one, before the commit.
import pino from 'pino';
import { startSettling } from '../../src/features/absences/settle-weeks.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openGraph, type GraphClient } from '../../src/platform/graph/client.ts';

const [now = '', batches = ''] = process.argv.slice(2);
const graph = openGraph(readConfig());
let derived = 0;
const dying: GraphClient = {
  ...graph,
  transaction: (scope, work) =>
    graph.transaction(scope, (tx) =>
      work({
        ...tx,
        rows(...call) {
          if (call[0] === 'absences/advance_settling' && (derived += 1) > Number(batches))
            process.kill(process.pid, 'SIGKILL');
          return tx.rows(...call);
        },
      }),
    ),
};
startSettling({ graph: dying, now: () => new Date(now), log: pino() });

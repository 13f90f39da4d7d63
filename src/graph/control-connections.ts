// The database apart from requests: whether it answers, and which queries it has planned. Neither waits behind requests.
import neo4j from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { closeSessionAfter, openDriver, withTimeout, type Address } from './driver.ts';
import { createQueryPlans, type QueryPlans } from './query-plans.ts';

const planWithinMs = 60_000;
/** The first statement of all can take seconds; giving it up would cancel its planning. */
const probeWithinMs = 20_000;

export type ControlConnections = {
  /** Rejects unless the database answers within `ms`. */
  probe(ms: number): Promise<void>;
  plans: QueryPlans;
  close(): Promise<void>;
};

export function openControlConnections(to: Address): ControlConnections {
  const planner = createConnection(to, 2);
  const health = createConnection(to, 2);
  const probe = async (ms: number): Promise<void> => void (await health.run('RETURN 1', {}, ms));
  const explain = async (statement: string): Promise<void> => {
    try {
      await planner.run(`EXPLAIN ${statement}`, { p: {} }, planWithinMs);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('Neo.ClientError.Statement.')) throw error; // a faulty statement says so when it runs
    }
  };
  const plans = createQueryPlans(explain, () => probe(probeWithinMs));
  return {
    probe,
    plans,
    async close() {
      plans.stop();
      await Promise.all([planner.close(), health.close()]);
    },
  };
}

type Connection = {
  /** Runs a statement; the database itself sets it no time limit. */
  run(statement: string, params: Record<string, unknown>, withinMs: number): Promise<unknown>;
  close(): Promise<void>;
};

function createConnection(to: Address, size: number): Connection {
  let driver = openDriver(to, size);
  return {
    async run(statement, params, withinMs) {
      const used = driver;
      const session = used.session({ database: to.NEO4J_DATABASE, defaultAccessMode: neo4j.session.WRITE });
      const answer = session.run(statement, params, { timeout: 0 });
      return withTimeout(withinMs, closeSessionAfter(session, Promise.resolve(answer))).catch((error: unknown) => {
        const isTimeout = error instanceof ApiError;
        if (isTimeout && used === driver) {
          driver = openDriver(to, size); // a statement that is not answered would keep its connection for ever
          void used.close().catch(() => undefined);
        }
        throw error;
      });
    },
    close: () => driver.close(),
  };
}

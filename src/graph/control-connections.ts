// Connections for health probes and query planning, separate from those of requests, so that neither waits behind requests.
import neo4j from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { closeSessionAfter, openDriver, withTimeout, type DatabaseConfig } from './driver.ts';
import { createQueryPlans, type QueryPlans } from './query-plans.ts';

const planWithinMs = 60_000;
/** The first statement after a start of the database can take seconds; a shorter limit would cancel its planning. */
const probeWithinMs = 20_000;

type ControlConnections = {
  /** Rejects unless the database answers within `ms`. */
  probe(ms: number): Promise<void>;
  plans: QueryPlans;
  close(): Promise<void>;
};

export function openControlConnections(config: DatabaseConfig): ControlConnections {
  const planner = createConnection(config, 2);
  // A connection that does not answer in time is replaced, and with it others of the same pool. A health check has a short
  // limit, so it does not share one with the watch.
  const [health, watched] = [createConnection(config, 2), createConnection(config, 1)];
  const probe = async (connection: Connection, ms: number): Promise<void> =>
    void (await connection.run('RETURN 1', {}, ms));
  const explain = async (statement: string): Promise<void> => {
    try {
      await planner.run(`EXPLAIN ${statement}`, { p: {} }, planWithinMs);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('Neo.ClientError.Statement.')) throw error; // an invalid statement fails when it runs
    }
  };
  const plans = createQueryPlans(explain, () => probe(watched, probeWithinMs));
  return {
    probe: (ms) => probe(health, ms),
    plans,
    async close() {
      plans.stop();
      await Promise.all([planner, health, watched].map((connection) => connection.close()));
    },
  };
}

type Connection = {
  /** Runs a statement without a time limit in the database; the caller stops waiting after `withinMs`. */
  run(statement: string, params: Record<string, unknown>, withinMs: number): Promise<unknown>;
  close(): Promise<void>;
};

function createConnection(config: DatabaseConfig, size: number): Connection {
  let driver = openDriver(config, size);
  return {
    async run(statement, params, withinMs) {
      const currentDriver = driver;
      const session = currentDriver.session({
        database: config.NEO4J_DATABASE,
        defaultAccessMode: neo4j.session.WRITE,
      });
      const result = session.run(statement, params, { timeout: 0 });
      return withTimeout(withinMs, closeSessionAfter(session, Promise.resolve(result))).catch((error: unknown) => {
        const isTimeout = error instanceof ApiError;
        if (isTimeout && currentDriver === driver) {
          driver = openDriver(config, size); // an unanswered statement would occupy its connection forever
          void currentDriver.close().catch(() => undefined);
        }
        throw error;
      });
    },
    close: () => driver.close(),
  };
}

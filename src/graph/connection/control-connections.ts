// Connections for probes and query planning, separate from those of requests, so that neither waits behind requests.
import neo4j, { type Driver } from 'neo4j-driver';
import { ApiError } from '../../errors.ts';
import { closeSessionAfter, openDriver, withTimeout, type DatabaseConfig } from './driver.ts';
import { createQueryPlans, type QueryPlans } from '../load/query-plans.ts';

/** One for the plan that is under way, one for the probe. */
const connections = 2;
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
  let driver = openDriver(config, connections);
  let probing: Promise<void> | null = null;

  /** Runs a statement without a time limit in the database; the caller stops waiting after `withinMs`. */
  async function run(statement: string, params: Record<string, unknown>, withinMs: number): Promise<void> {
    const session = driver.session({
      database: config.NEO4J_DATABASE,
      defaultAccessMode: neo4j.session.WRITE,
    });
    const result = session.run(statement, params, { timeout: 0 });
    await withTimeout(withinMs, closeSessionAfter(session, Promise.resolve(result)));
  }

  async function explain(statement: string): Promise<void> {
    try {
      await run(`EXPLAIN ${statement}`, { p: {} }, planWithinMs);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('Neo.ClientError.Statement.')) throw error; // an invalid statement fails when it runs
    }
  }

  /**
   * Sends one probe at a time; those who ask meanwhile wait for the same answer, each as long as it wants. An unanswered one
   * would occupy its connection forever, so the connections are replaced after it, and a plan under way fails with them.
   */
  function probe(): Promise<void> {
    const current: Driver = driver;
    probing ??= run('RETURN 1', {}, probeWithinMs)
      .catch((error: unknown) => {
        if (error instanceof ApiError) {
          driver = openDriver(config, connections);
          void current.close().catch(() => undefined);
        }
        throw error;
      })
      .finally(() => (probing = null));
    return probing;
  }

  const plans = createQueryPlans(explain, probe);
  return {
    probe: (ms) => withTimeout(ms, probe()),
    plans,
    async close() {
      plans.stop();
      await driver.close();
    },
  };
}

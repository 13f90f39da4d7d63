// Connections for probes and query planning, separate from the connections of requests, so that neither waits behind requests.
import neo4j, { type Driver } from 'neo4j-driver';
import { ApiError } from '../../errors.ts';
import { closeSessionAfter, openDriver, withTimeout, type DatabaseConfig } from './driver.ts';
import { createQueryPlans } from '../load/query-plans.ts';

/** One for the plan that is under way, one for the probe. */
const connections = 2;
const planWithinMs = 60_000;
/** The first statement after a start of the database can take seconds; a shorter limit would cancel its planning. */
const probeWithinMs = 20_000;

/** @param isIdle whether the process waits for nothing else from the database */
export function openControlConnections(config: DatabaseConfig, isIdle: () => boolean) {
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

  /**
   * A statement that answers several calls is run for none: that makes the plan which calls use. The first run after an
   * EXPLAIN compiles once more, for a fifth of the time.
   */
  async function plan(statement: string): Promise<void> {
    const answersCalls = statement.includes('$p.batchSize');
    try {
      await run(answersCalls ? statement : `EXPLAIN ${statement}`, { p: { batchSize: 0 } }, planWithinMs);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('Neo.ClientError.Statement.')) throw error; // an invalid statement fails when it runs
    }
  }

  /**
   * Sends one probe at a time. Callers that ask meanwhile wait for the same answer, each as long as it wants. An unanswered one
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

  const plans = createQueryPlans(plan, probe, isIdle);
  return {
    /** Rejects unless the database answers within `ms`. */
    probe: (ms: number): Promise<void> => withTimeout(ms, probe()),
    plans,
    async close(): Promise<void> {
      plans.stop();
      await driver.close();
    },
  };
}

// Connections for probes and query planning, separate from the connections of requests, so that neither waits behind requests.
import neo4j, { type Driver, type Session } from 'neo4j-driver';
import { ApiError } from '../../errors.ts';
import { requestTimes } from '../../limits.ts';
import { closeSessionAfter, openDriver, withTimeout, type DatabaseConfig } from './driver.ts';
import { createQueryPlans } from '../load/query-plans.ts';
import { splitChangedMark } from '../queries/statements.ts';

/** One for the plan that is under way, one for the probe. */
const connections = 2;
/** A plan that takes longer is given up: the longest one takes ten seconds of a processor, and others wait for it. */
const planWithinMs = 5 * 60_000;
/** The first statement after a start of the database can take seconds; a shorter limit would cancel its planning. */
const probeWithinMs = 20_000;
/** A change of the transaction in which a statement is planned, which is taken back as well. */
const someChange = 'INSERT ()';

/** Is called with how long it took to have a statement planned. */
export type PlanListener = (figures: { seconds: number }) => void;

/** The parameters of a statement that is planned. */
const forNobody = { p: { batchSize: 0 } };

/** Passes over the fault of a statement that is planned, and cannot be computed for nobody; or it is invalid, and fails when it runs. */
function passOverFault(error: unknown): void {
  if (!/^Neo\.ClientError\.(Statement|Schema)\./.test((error as { code?: string }).code ?? '')) throw error;
}

/** @param isIdle whether the process waits for nothing else from the database */
export function openControlConnections(
  config: DatabaseConfig,
  isIdle: () => boolean,
  connectionForMs = requestTimes.connectionForMs,
) {
  const listeners: PlanListener[] = [];
  const open = (): Driver => openDriver(config, connections, { connectionForMs });
  let driver = open();
  let probing: Promise<void> | null = null;

  /** Runs a statement without a time limit in the database; the caller stops waiting after `withinMs`. */
  async function run(statement: string, params: Record<string, unknown>, withinMs: number): Promise<void> {
    const session = openSession();
    const result = session.run(statement, params, { timeout: 0 });
    await withTimeout(withinMs, closeSessionAfter(session, Promise.resolve(result)));
  }

  const openSession = (): Session =>
    driver.session({ database: config.NEO4J_DATABASE, defaultAccessMode: neo4j.session.WRITE });

  /** Runs statements for nobody in a transaction, and takes back what they did. */
  async function runInVain(...statements: string[]): Promise<void> {
    const session = openSession();
    const transaction = session.beginTransaction({ timeout: 0 });
    const runAll = async (): Promise<void> => {
      for (const statement of statements) await transaction.run(statement, forNobody);
      await transaction.rollback();
    };
    await withTimeout(planWithinMs, closeSessionAfter(session, runAll())).catch(passOverFault); // closing rolls back as well
  }

  /**
   * Has a statement planned by running it for nobody: one that answers several calls for none of them, another one for no
   * tenant. That makes the plan which calls use. After an EXPLAIN, the first run would compile for a quarter of the time once
   * more, within the time limit of a request. What looks at all tenants would find some, so it is explained.
   *
   * One that is `inChangedTransaction` runs after a change. Such a plan takes as long as the other one, and most statements are never
   * asked for it.
   */
  async function plan(text: string): Promise<void> {
    const { statement, isInChangedTransaction } = splitChangedMark(text);
    if (statement.includes('// @all-tenants'))
      return run(`EXPLAIN ${statement}`, forNobody, planWithinMs).catch(passOverFault);
    await (isInChangedTransaction ? runInVain(someChange, statement) : runInVain(statement));
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
          driver = open();
          void current.close().catch(() => undefined);
        }
        throw error;
      })
      .finally(() => (probing = null));
    return probing;
  }

  async function planAndCount(text: string): Promise<void> {
    const started = performance.now();
    await plan(text);
    for (const listener of listeners) listener({ seconds: (performance.now() - started) / 1_000 });
  }

  const plans = createQueryPlans(planAndCount, probe, isIdle);
  return {
    /** Rejects unless the database answers within `ms`. */
    probe: (ms: number): Promise<void> => withTimeout(ms, probe()),
    plans,
    /** Calls `listener` with every plan that was made, or was there already. */
    onPlan: (listener: PlanListener): void => void listeners.push(listener),
    async close(): Promise<void> {
      plans.stop();
      await driver.close();
    },
  };
}

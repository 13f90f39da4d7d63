// A second way to the graph, for exports and imports: it keeps the exact types of values, streams without an end, and
// writes in batches. Requests and jobs use client.ts.
import neo4j, { type ManagedTransaction, type Session } from 'neo4j-driver';
import { openDriver, type DatabaseConfig } from '../connection/driver.ts';
import { translateError } from '../connection/driver-errors.ts';
import type { Call } from '../queries/call-types.ts';
import { runTransaction } from '../writes/write-transaction.ts';
import { createTenantStatements } from './whole-tenant.ts';

const connections = 2;
const rowsPerFetch = 1_000;

/** A row with values of the driver; exact-values.ts converts them. */
type ExactRow = Record<string, unknown>;

/** Runs the query of a file; `$tenantId` and `$tenantLabel` are bound. */
export type RunExact = <T extends ExactRow>(...call: Call) => Promise<T[]>;

export type ExactGraph = {
  /** Runs a query in a transaction of its own, which is repeated after a transient error. */
  run: RunExact;
  /** Reads the rows of a query while they arrive, and no faster than they are taken. */
  stream<T extends ExactRow>(...call: Call): AsyncGenerator<T, void, void>;
  /** Commits what `work` writes when it resolves, and nothing when it rejects. It is not repeated. */
  transaction<T>(work: (run: RunExact) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Opens the graph of one tenant. Without time limits: the caller is an operator who waits.
 *
 * @throws {Error} if the id is not a UUID
 */
export function openExactGraph(config: DatabaseConfig, tenantId: string): ExactGraph {
  const toStatement = createTenantStatements(tenantId);
  const driver = openDriver(config, connections, { lossless: true });
  const openSession = (): Session =>
    driver.session({
      database: config.NEO4J_DATABASE,
      defaultAccessMode: neo4j.session.WRITE, // in a cluster, what was just written is on the leader
      fetchSize: rowsPerFetch,
    });

  async function runIn(tx: Pick<ManagedTransaction, 'run'>, ...call: Call): Promise<ExactRow[]> {
    const { text, params } = toStatement(...call);
    const { records } = await tx.run(text, params);
    return records.map((record) => record.toObject());
  }

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = openSession();
    try {
      return await work(session);
    } catch (error) {
      return translateError(error, null);
    } finally {
      await session.close();
    }
  }

  return {
    run: ((...call) =>
      withSession((session) => session.executeWrite((tx) => runIn(tx, ...call), { timeout: 0 }))) as RunExact,
    async *stream<T extends ExactRow>(...call: Call) {
      const { text, params } = toStatement(...call);
      const session = openSession();
      try {
        const result = session.run<T>(text, params, { timeout: 0 });
        for await (const record of result) yield record.toObject();
      } catch (error) {
        translateError(error, call[0]);
      } finally {
        await session.close();
      }
    },
    transaction: (work) =>
      runTransaction(openSession(), 0, (tx) => {
        const run = (...call: Call) => runIn(tx, ...call).catch((error) => translateError(error, call[0]));
        return work(run as RunExact);
      }).catch((error) => translateError(error, null)),
    close: () => driver.close(),
  };
}

// A second way to the graph, for exports and imports: it keeps the exact types of values, streams without an end, and writes in
// batches. Requests and jobs use client.ts.
import neo4j, { type ManagedTransaction, type Record as DriverRecord, type Session } from 'neo4j-driver';
import { openDriver, translateError, type DatabaseConfig } from './driver.ts';
import { getQuery, toTenantLabel } from './query-files.ts';

const connections = 2;
const rowsPerFetch = 1_000;

/** A row with values of the driver; exact-values.ts converts them. */
export type ExactRow = Record<string, unknown>;
type Params = Record<string, unknown>;

/** Runs the query of a file; `$tenantId` and `$tenantLabel` are bound. */
export type RunExact = <T extends ExactRow>(name: string, params?: Params) => Promise<T[]>;

export type ExactGraph = {
  /** Reads all rows of a query. */
  read: RunExact;
  /** Reads the rows of a query while they arrive, and no faster than they are taken. */
  stream<T extends ExactRow>(name: string, params?: Params): AsyncGenerator<T, void, void>;
  /** Runs a query in a transaction of its own, which is repeated after a transient error. */
  write: RunExact;
  /** Commits what `work` writes when it resolves, and nothing when it rejects. It is not repeated. */
  transaction<T>(work: (run: RunExact) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Opens the graph of one tenant. Without time limits: the caller is an operator who waits. The label of the tenant stands in the
 * text of the queries, because Neo4j 5 scans all nodes if it is a parameter.
 *
 * @throws {Error} if the id is not a UUID
 */
export function openExactGraph(config: DatabaseConfig, tenantId: string): ExactGraph {
  const tenantLabel = toTenantLabel(tenantId);
  if (!/^T_[0-9a-f]{32}$/.test(tenantLabel)) throw new Error('The id of the tenant is not a UUID.');
  const driver = openDriver(config, connections, { lossless: true });
  const openSession = (fetchSize: number): Session =>
    driver.session({
      database: config.NEO4J_DATABASE,
      defaultAccessMode: neo4j.session.WRITE, // in a cluster, what was just written is on the leader
      fetchSize,
    });
  const toText = (name: string): string => getQuery(name).text.replaceAll(':$($tenantLabel)', `:${tenantLabel}`);
  const bind = (params: Params): Params => ({ tenantId, tenantLabel, ...params });
  const toRows = (records: DriverRecord[]): ExactRow[] => records.map((record) => record.toObject());

  async function runIn(tx: Pick<ManagedTransaction, 'run'>, name: string, params: Params): Promise<ExactRow[]> {
    const { records } = await tx.run(toText(name), bind(params)).catch(translateError(name));
    return toRows(records);
  }

  async function withSession<T>(work: (session: Session) => Promise<T>, fetchSize = rowsPerFetch): Promise<T> {
    const session = openSession(fetchSize);
    try {
      return await work(session);
    } catch (error) {
      return translateError(null)(error);
    } finally {
      await session.close();
    }
  }

  const write = async (name: string, params: Params = {}): Promise<ExactRow[]> =>
    withSession((session) =>
      session.executeWrite(async (tx) => toRows((await tx.run(toText(name), bind(params))).records), { timeout: 0 }),
    );

  return {
    read: write as RunExact,
    write: write as RunExact,
    async *stream<T extends ExactRow>(name: string, params: Params = {}) {
      const session = openSession(rowsPerFetch);
      try {
        const result = session.run<T>(toText(name), bind(params), { timeout: 0 });
        for await (const record of result) yield record.toObject();
      } catch (error) {
        translateError(name)(error);
      } finally {
        await session.close();
      }
    },
    transaction: (work) =>
      withSession(async (session) => {
        const tx = await session.beginTransaction({ timeout: 0 });
        try {
          const result = await work(((name, params = {}) => runIn(tx, name, params)) as RunExact);
          await tx.commit();
          return result;
        } finally {
          await tx.close(); // rolls back what is not committed
        }
      }),
    close: () => driver.close(),
  };
}

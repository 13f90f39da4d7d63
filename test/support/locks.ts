// Transactions of the database that wait for a lock.
import neo4j from 'neo4j-driver';
import type { DatabaseConfig } from '../../src/platform/graph/connection/driver.ts';
import type { GraphClient } from '../../src/platform/graph/client.ts';
import { until } from './until.ts';

type Database = Pick<GraphClient, 'statement'>;

/** Waits until a transaction waits for a lock. */
export const untilOneIsBlocked = (graph: Database): Promise<number> => untilBlocked(graph, 1);

/**
 * Waits until no transaction waits for a lock or runs a statement; one that is only open does not count. A write whose
 * caller has given up can still commit until the database has ended it: a test that gives a lock back before that does
 * not know what was written.
 */
export const untilNoStatementRuns = (graph: Database): Promise<number> =>
  until(
    () =>
      count(
        graph,
        "currentQuery <> '' AND NOT currentQuery STARTS WITH 'SHOW' AND NOT status STARTS WITH 'Terminated'",
      ),
    (running) => running === 0,
  );

type Statement = [text: string, params: Record<string, unknown>];
export const lockUser = (userId: string): Statement => ['MATCH (u:User {id: $userId}) SET u.id = $userId', { userId }];

type Service = { graph: Database; config: DatabaseConfig };

/** Runs a statement and keeps its locks until the function that it returns is called, which commits. */
export async function holdLocks({ config }: Service, [text, params]: Statement): Promise<() => Promise<void>> {
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = config;
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD));
  const transaction = await driver.session().beginTransaction();
  await transaction.run(text, params);
  return async () => {
    await transaction.commit();
    await driver.close();
  };
}

/** Starts work while a statement is not committed, and commits it when so many transactions wait for its locks. */
export async function startBeforeCommit<T>(
  service: Service,
  statement: Statement,
  waiting: number,
  start: () => Promise<T>,
): Promise<T> {
  const commit = await holdLocks(service, statement);
  const started = start();
  await untilBlocked(service.graph, waiting);
  await commit();
  return started;
}

/** Waits until so many transactions wait for a lock. */
export const untilBlocked = (graph: Database, waiting: number): Promise<number> =>
  until(
    () => countBlocked(graph),
    (blocked) => blocked >= waiting,
  );

/** The number of transactions that wait for a lock. */
const countBlocked = (graph: Database): Promise<number> => count(graph, "status STARTS WITH 'Blocked'");

async function count(graph: Database, condition: string): Promise<number> {
  const query = `SHOW TRANSACTIONS YIELD status, currentQuery WHERE ${condition} RETURN count(*) AS transactions`;
  const [row] = await graph.statement(query);
  return row?.['transactions'] as number;
}

// Runs reads in shared, short-lived transactions: to begin a transaction per statement costs more than most reads.
import type { Record as DriverRecord, Session, Transaction } from 'neo4j-driver';
import type { Limits } from '../../limits.ts';
import { withoutStackTrace } from '../connection/driver.ts';
import { isOutdatedRead, maxReadAttempts } from '../connection/driver-errors.ts';
import type { WaitForAnswer } from '../connection/patience.ts';
import type { StatementObserver } from '../load/observe.ts';
import { joinCalls } from '../rows.ts';
import type { RunRead } from './shared-call.ts';

/** How long a transaction accepts statements. Neo4j is read-committed, so a statement in it never sees stale data. */
const openMs = 100;
/** Transactions that wait for their next statement; each occupies a connection. */
const maxIdle = 4;

/** Creates the runner of shared reads. Point reads and lists have different time limits, so they share no transactions. */
export function createReadRunner(
  openSession: () => Session,
  { statementWithinMs, listWithinMs }: Pick<Limits, 'statementWithinMs' | 'listWithinMs'>,
  waitForAnswer: WaitForAnswer,
  observer: Pick<StatementObserver, 'run'>,
): RunRead {
  const runPoint = shareTransactions(openSession, statementWithinMs, waitForAnswer);
  const runList = shareTransactions(openSession, listWithinMs, waitForAnswer);
  return (query, calls) => {
    const run = query.isList ? runList : runPoint;
    const p = joinCalls(query, calls);
    return observer.run(query, 'read', calls, () => run(query.statement, { p }));
  };
}

type OpenTransaction = { session: Session; transaction: Transaction; isExpired: boolean };

/**
 * Creates a runner for read-only statements. A transaction runs one statement at a time and closes when one fails. A
 * statement that met data which others were changing runs again in another transaction.
 *
 * @param withinMs the time that a statement has in the database, which ends it then
 * @param waitForAnswer how long that is while the database is silent
 * @returns a function that rejects with the error of the driver, or with one of `waitForAnswer`
 */
export function shareTransactions(
  openSession: () => Session,
  withinMs: number,
  waitForAnswer: WaitForAnswer,
): (text: string, params: Record<string, unknown>) => Promise<DriverRecord[]> {
  const idle: OpenTransaction[] = [];

  function beginTransaction(): OpenTransaction {
    const session = openSession();
    const transaction = session.beginTransaction({ timeout: openMs + withinMs }); // sent with its first statement
    const entry = { session, transaction, isExpired: false };
    setTimeout(() => {
      entry.isExpired = true;
      const index = idle.indexOf(entry);
      if (index >= 0) idle.splice(index, 1).forEach(closeTransaction);
    }, openMs);
    return entry;
  }

  return async (text, params) => {
    const deadline = performance.now() + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      const current = idle.pop() ?? beginTransaction();
      try {
        const result = withoutStackTrace(() => current.transaction.run(text, params));
        const restMs = deadline - performance.now();
        const { records } = await waitForAnswer(Promise.resolve(result), restMs);
        if (current.isExpired || idle.length === maxIdle) closeTransaction(current);
        else idle.push(current);
        return records;
      } catch (error) {
        closeTransaction(current);
        const canRepeat = attempt < maxReadAttempts && performance.now() < deadline && isOutdatedRead(error);
        if (!canRepeat) throw error;
      }
    }
  };
}

/** Closing the session in the background cancels a statement under way, ends the transaction and releases the connection. */
function closeTransaction({ session }: OpenTransaction): void {
  void session.close().catch(() => undefined);
}

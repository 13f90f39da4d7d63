// Runs reads in shared, short-lived transactions: to begin a transaction per statement costs more than most reads.
import type { Record as DriverRecord, Session, Transaction } from 'neo4j-driver';
import type { Limits } from '../../limits.ts';
import { withoutStackTrace, withTimeout } from '../connection/driver.ts';
import { isOutdatedRead, maxReadAttempts } from '../connection/driver-errors.ts';
import type { StatementObserver } from '../load/observe.ts';
import { joinCalls } from '../rows.ts';
import type { RunShared } from './shared-call.ts';

/** How long a transaction accepts statements. Neo4j is read-committed, so a statement in it never sees stale data. */
const openMs = 100;
/** Transactions that wait for their next statement; each occupies a connection. */
const maxIdle = 4;

/** Creates the runner of shared reads. Point reads and lists have different time limits, so they share no transactions. */
export function createReadRunner(
  openSession: () => Session,
  { answerWithinMs, listWithinMs }: Pick<Limits, 'answerWithinMs' | 'listWithinMs'>,
  observer: Pick<StatementObserver, 'run'>,
): RunShared {
  const runPoint = shareTransactions(openSession, answerWithinMs);
  const runList = shareTransactions(openSession, listWithinMs);
  return (query, calls, withinMs) => {
    const run = query.isList ? runList : runPoint;
    const p = joinCalls(query, calls);
    return observer.run(query, 'read', calls, () => run(query.statement, { p }, withinMs));
  };
}

type OpenTransaction = { session: Session; transaction: Transaction; isExpired: boolean };

/**
 * Creates a runner for read-only statements. A transaction runs one statement at a time and closes when one fails. A
 * statement that met data which others were changing runs again in another transaction.
 *
 * @param maxWithinMs the longest time limit of a statement
 * @returns a function that cancels the statement after `withinMs` and rejects with DATABASE_UNAVAILABLE
 */
export function shareTransactions(
  openSession: () => Session,
  maxWithinMs: number,
): (text: string, params: Record<string, unknown>, withinMs?: number) => Promise<DriverRecord[]> {
  const idle: OpenTransaction[] = [];

  function beginTransaction(): OpenTransaction {
    const session = openSession();
    const transaction = session.beginTransaction({ timeout: openMs + maxWithinMs }); // sent with its first statement
    const entry = { session, transaction, isExpired: false };
    setTimeout(() => {
      entry.isExpired = true;
      const index = idle.indexOf(entry);
      if (index >= 0) idle.splice(index, 1).forEach(closeTransaction);
    }, openMs);
    return entry;
  }

  return async (text, params, withinMs = maxWithinMs) => {
    const deadline = performance.now() + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      const current = idle.pop() ?? beginTransaction();
      try {
        const result = withoutStackTrace(() => current.transaction.run(text, params));
        const { records } = await withTimeout(deadline - performance.now(), Promise.resolve(result));
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

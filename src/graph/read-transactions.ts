// Statements that read share a transaction with those just before them: beginning one for each costs more than most read.
import type { Record as Answer, Session, Transaction } from 'neo4j-driver';
import { withoutStackTrace } from './driver.ts';

/** How long a transaction takes statements. Inside one, too, Neo4j reads what is committed by then: no answer gets old. */
const openMs = 100;
/** So many may wait for their next statement; each of them keeps a connection. */
const maxIdle = 4;

type OpenTransaction = { session: Session; transaction: Transaction; isExpired: boolean };

/**
 * A way to run statements that only read. No two are under way in one transaction; one that fails ends its own.
 *
 * @param open gives a session that is free to read
 * @param withinMs the database gives up a statement that takes much longer
 */
export function createReadRunner(
  open: () => Session,
  withinMs: number,
): (text: string, params: Record<string, unknown>) => Promise<Answer[]> {
  const idle: OpenTransaction[] = [];

  function openTransaction(): OpenTransaction {
    const session = open();
    const transaction = session.beginTransaction({ timeout: openMs + withinMs }); // goes out with its first statement
    const opened = { session, transaction, isExpired: false };
    setTimeout(() => {
      opened.isExpired = true;
      const place = idle.indexOf(opened);
      if (place >= 0) idle.splice(place, 1).forEach(closeTransaction);
    }, openMs);
    return opened;
  }

  return async (text, params) => {
    const current = idle.pop() ?? openTransaction();
    try {
      const { records } = await withoutStackTrace(() => current.transaction.run(text, params));
      if (current.isExpired || idle.length === maxIdle) closeTransaction(current);
      else idle.push(current);
      return records;
    } catch (error) {
      closeTransaction(current);
      throw error;
    }
  };
}

/** Closing the session ends the transaction and frees the connection; nobody waits for that. */
function closeTransaction({ session }: OpenTransaction): void {
  void session.close().catch(() => undefined);
}

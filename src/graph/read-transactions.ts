// Statements that read share a transaction with those just before them: beginning one for each costs more than most read.
import type { Record as Answer, Session, Transaction } from 'neo4j-driver';
import { traceless } from './driver.ts';

/** How long a transaction takes statements. Inside one, too, Neo4j reads what is committed by then: no answer gets old. */
const openMs = 100;
/** So many may wait for their next statement; each of them keeps a connection. */
const waitingAtMost = 4;

type Reading = { session: Session; transaction: Transaction; over: boolean };

/**
 * A way to run statements that only read. No two are under way in one transaction; one that fails ends its own.
 *
 * @param open gives a session that is free to read
 * @param withinMs the database gives up a statement that takes much longer
 */
export function openReading(
  open: () => Session,
  withinMs: number,
): (text: string, params: Record<string, unknown>) => Promise<Answer[]> {
  const waiting: Reading[] = [];

  function begin(): Reading {
    const session = open();
    const transaction = session.beginTransaction({ timeout: openMs + withinMs }); // goes out with its first statement
    const reading = { session, transaction, over: false };
    setTimeout(() => {
      reading.over = true;
      const place = waiting.indexOf(reading);
      if (place >= 0) waiting.splice(place, 1).forEach(end);
    }, openMs);
    return reading;
  }

  return async (text, params) => {
    const reading = waiting.pop() ?? begin();
    try {
      const { records } = await traceless(() => reading.transaction.run(text, params));
      if (reading.over || waiting.length === waitingAtMost) end(reading);
      else waiting.push(reading);
      return records;
    } catch (error) {
      end(reading);
      throw error;
    }
  };
}

/** Closing the session ends the transaction and frees the connection; nobody waits for that. */
function end({ session }: Reading): void {
  void session.close().catch(() => undefined);
}

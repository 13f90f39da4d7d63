// Asks the questions of a file: all of them or none.
import { ApiError, type ErrorCode } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { compileFaultFinder } from '../../platform/schema/validation.ts';
import { ask } from './ask.ts';
import { QuestionInput, type Question } from './schema.ts';

/** The most questions of a file. Each is asked by itself, since the next one counts it; they wait in one transaction. */
export const maxRows = 100;

/** A question as it was read: `body` is not checked yet. */
export type Row = { row: number; body: unknown };
type Fault = { row: number; message: string };
/** With faults, nothing was asked. */
export type AskedMany = { asked: Question[]; faults: Fault[] };

const findFaults = compileFaultFinder(QuestionInput, 'The question');
/** What a row is refused with; everything else ends the whole. */
const faultCodes: ErrorCode[] = ['VALIDATION_ERROR', 'USER_NOT_FOUND', 'LIMIT_REACHED'];

/** Ends a transaction that shall not be committed. */
class RollBack extends Error {
  readonly result: AskedMany;
  constructor(result: AskedMany) {
    super('Nothing shall be asked.');
    this.result = result;
  }
}

/**
 * Asks questions by the same rules as one, in one transaction: a question counts those before it. With a fault, and with
 * `dryRun`, the transaction is rolled back. Faults are returned, not thrown.
 *
 * @throws {ApiError} FORBIDDEN, UNAUTHENTICATED, DATABASE_UNAVAILABLE
 */
export async function askMany(
  graph: Graph,
  rows: readonly Row[],
  { now, dryRun = false, asOperator = false }: { now: string; dryRun?: boolean; asOperator?: boolean },
): Promise<AskedMany> {
  const ids = createRepeatableIds();
  const work = graph.atomically(async (tx) => {
    const newId = ids();
    const asked: Question[] = [];
    const faults: Fault[] = [];
    for (const [index, { row, body }] of rows.entries()) {
      const inRow = findFaults(body).map(({ message }) => ({ row, message }));
      faults.push(...inRow);
      if (inRow.length > 0) continue;
      // questions come in the order of their creation
      const at = new Date(Date.parse(now) + index).toISOString();
      try {
        asked.push(await ask(tx, body as QuestionInput, { now: at, newId, asOperator }));
      } catch (error) {
        if (!(error instanceof ApiError) || !faultCodes.includes(error.code)) throw error;
        faults.push({ row, message: error.message });
      }
    }
    const result = { asked: faults.length > 0 ? [] : asked, faults };
    if (dryRun || faults.length > 0) throw new RollBack(result);
    return result;
  });
  return work.catch((error: unknown) => {
    if (error instanceof RollBack) return error.result;
    throw error;
  });
}

// Asks the questions of a file: all of them or none.
import type { Graph } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { compileFaultFinder } from '../../platform/schema/validation.ts';
import { askAll } from './ask.ts';
import { QuestionInput, type Question } from './schema.ts';

/** The most questions of a file, which are asked in one transaction. */
export const maxRows = 100;

/** A question as it was read: `body` is not checked yet. */
export type Row = { row: number; body: unknown };
type Fault = { row: number; message: string };
/** With faults, nothing was asked. */
export type AskedMany = { asked: Question[]; faults: Fault[] };

const findFaults = compileFaultFinder(QuestionInput, 'The question');

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
  const checked = rows.map(({ row, body }) => ({ row, body, faults: findFaults(body) }));
  const right = checked.filter(({ faults }) => faults.length === 0);
  const ids = createRepeatableIds();
  const work = graph.atomically(async (tx) => {
    const { asked, refused } = await askAll(
      tx,
      right.map(({ body }) => body as QuestionInput),
      { now, newId: ids(), asOperator },
    );
    const faults = checked.flatMap(({ row, faults: own }) => own.map(({ message }) => ({ row, message })));
    for (const [at, reason] of refused.entries())
      if (reason) faults.push({ row: right[at]?.row ?? 0, message: reason.message });
    const result = {
      asked: faults.length > 0 ? [] : asked,
      faults: faults.toSorted((one, other) => one.row - other.row),
    };
    if (dryRun || faults.length > 0) throw new RollBack(result);
    return result;
  });
  return work.catch((error: unknown) => {
    if (error instanceof RollBack) return error.result;
    throw error;
  });
}

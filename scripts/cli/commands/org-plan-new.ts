// checkin org plan new: writes a plan from a file of moves.
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { maxPlanMoves } from '../../../src/features/org-plans/schema.ts';
import { readMoves, toRowFaults } from '../../../src/features/organisation/people/move-people.ts';
import { nameManagers } from '../../../src/features/organisation/people/name-managers.ts';
import type { Fault } from '../../../src/features/organisation/import/read-table.ts';
import { startCommandChange } from '../../../src/features/org-plans/plan.ts';
import type { MoveFault } from '../../../src/features/organisation/people/resolve-moves.ts';
import { createPlan } from '../../../src/features/org-plans/save-plan.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { parseAsOf } from '../../../src/platform/time/as-of.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson, logToStderr } from '../output.ts';
import { addTitle, readInput, rejectFile } from './input-file.ts';

type Options = { tenant: string; name: string; on?: string; map?: Record<string, string>; json?: true };

/** Carries the faults of a file out of the transaction, which writes nothing. */
class FileFaults extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super('The file has faults.');
    this.faults = faults;
  }
}

export function define(command: Command): void {
  command
    .requiredOption('--name <name>', 'what the plan is called', parseName)
    .option('--map <title=column>', 'which column a title of the file stands for; may be repeated', addTitle)
    .option('--on <date>', 'the day on which it is applied, at 00:00 in the time zone of the tenant', parseDay)
    .addOption(tenantOption())
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is that of "org move --file": a CSV with the columns email and managerEmail, which may also be
an id, a number, a user name or a full name. Nobody is moved before the plan is applied.`,
    )
    .action(async (file: string, { tenant, name, on, map, json }: Options) => {
      const reject = async (found: Fault[]): Promise<void> => {
        if (json) await printJson({ faults: found });
        rejectFile(file, found);
      };
      const moves = readMoves(await readInput(file), map);
      const { rows, faults } = moves;
      if (faults.length > 0 || rows.length === 0) {
        return reject(faults.length > 0 ? faults : [{ row: null, message: 'The file has no moves.' }]);
      }
      if (rows.length > maxPlanMoves) {
        const message = `The file has ${rows.length} moves; a plan has at most ${maxPlanMoves}.`;
        return reject([{ row: null, message }]);
      }
      try {
        const plan = await withCaller(tenant, 'plan:manage', async (acting) => {
          const named = (await nameManagers(acting.graph, acting.tenantId, moves)).rows;
          const refuse = (moveFaults: MoveFault[]): never => {
            throw new FileFaults(toRowFaults(named, moveFaults));
          };
          const input = { name, effectiveOn: on, moves: named };
          return createPlan(acting.own, randomUUID(), input, startCommandChange(acting), refuse);
        });
        if (json) return await printJson(plan);
        await print(plan.id);
        logToStderr(
          `A draft of ${pluralize(plan.moveCount, 'move')}; "checkin org plan show" tells what it would change.`,
        );
      } catch (error) {
        if (!(error instanceof FileFaults)) throw error;
        await reject(error.faults);
      }
    });
}

function parseName(text: string): string {
  if (/^(?=.*\S)\P{Cc}{1,200}$/u.test(text)) return text;
  throw new InvalidArgumentError('It takes 1 to 200 characters on one line.');
}

/** @throws {InvalidArgumentError} when it is not a date */
export function parseDay(text: string): string {
  if (parseAsOf(text) === text && !text.includes('T')) return text;
  throw new InvalidArgumentError('It is not a date; write YYYY-MM-DD, from 1900 to 2199.');
}

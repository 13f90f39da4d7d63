// checkin org move: gives people another manager, by the rules of a plan that is applied at once.
import type { Command } from 'commander';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { movePeople, readMoves, type MoveResult } from '../../../src/features/organisation/people/move-people.ts';
import { nameManagers } from '../../../src/features/organisation/people/name-managers.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';
import { addTitle, readInput, rejectFile } from './input-file.ts';

type Options = {
  tenant: string;
  to?: string;
  file?: string;
  map?: Record<string, string>;
  dryRun?: true;
  json?: true;
};

export function define(command: Command): void {
  command
    .option('--to <managerEmail>', 'the new manager', normalizeEmail)
    .option('--file <moves.csv>', 'move the people in this file; a file with a fault moves nobody')
    .option('--map <title=column>', 'which column a title of the file stands for; may be repeated', addTitle)
    .addOption(tenantOption())
    .option('--dry-run', 'print what would happen, and change nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is a CSV with the columns email and managerEmail, or titles that HR programs give them; --map
"Chief=managerEmail" names others. People are identified by their address. managerEmail may also be an id, a number, a user name,
or the full name of one active person; without it, a person moves to the top. The file is validated as a whole, by the reporting
lines after all of its moves: two people may swap places. A move has no undo; "org plan" makes the same moves with a preview, and
takes them back.`,
    )
    .action(async (address: string | undefined, options: Options) => {
      const misuse = findMisuse(address, options);
      if (misuse) command.error(`error: ${misuse}`, { exitCode: 2 });
      const { tenant, to = '', file, map, dryRun = false, json } = options;
      const moves =
        file !== undefined ? readMoves(await readInput(file), map) : singleMove(normalizeEmail(address ?? ''), to);
      const result = await withCaller(tenant, 'organisation:manage', async ({ graph, tenantId, by }) =>
        movePeople(graph, tenantId, await nameManagers(graph, tenantId, moves), { dryRun, now: new Date(), by }),
      );
      if (json) await printJson(result);
      if (file !== undefined && result.faults.length > 0) return rejectFile(file, result.faults);
      const [fault] = result.faults;
      if (fault) throw new Error(`${fault.message}.`);
      if (!json) await (file === undefined ? printMove(result, to, dryRun) : printMoves(result, dryRun));
    });
}

function findMisuse(email: string | undefined, { to, file, map }: Options): string | null {
  if (file !== undefined && (email !== undefined || to !== undefined)) {
    return '--file cannot be combined with an address or --to';
  }
  if (file === undefined && (!email || !to)) return 'give an address and --to, or a --file';
  if (file === undefined && map) return '--map is for a --file';
  return null;
}

function singleMove(email: string, managerEmail: string): ReturnType<typeof readMoves> {
  return { rows: [{ row: null, email, managerEmail }], faults: [] };
}

async function printMove(
  { moved: [move], unchanged: [email] }: MoveResult,
  to: string,
  dryRun: boolean,
): Promise<void> {
  if (!move) return print(`${email} already reports to ${to}.`);
  await print(`${dryRun ? 'Would move' : 'Moved'} ${move.email}: ${formatMove(move)}.`);
}

async function printMoves({ moved, unchanged }: MoveResult, dryRun: boolean): Promise<void> {
  if (dryRun) for (const move of moved) await print(`moved\t${move.email}\t${formatMove(move)}`);
  const people = pluralize(moved.length, 'person', 'people');
  await print(`${dryRun ? 'Would move' : 'Moved'} ${people}; ${unchanged.length.toLocaleString('en')} unchanged.`);
  if (dryRun) logToStderr('Dry run: nothing was changed.');
}

const formatMove = ({ from, to }: { from: string; to: string }): string => `${from || '(top)'} → ${to || '(top)'}`;

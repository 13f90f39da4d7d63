// checkin org move: gives someone another manager, or many at once, by the rules of the API.
import type { Command } from 'commander';
import { normalizeEmail } from '../../src/org/columns.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { movePeople, readMoves, type MoveResult } from '../../src/org/move-people.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';
import { readInput, refuseFile } from './input-file.ts';

type Options = { tenant: string; to?: string; file?: string; dryRun?: true; json?: true };

export function define(command: Command): void {
  command
    .option('--to <managerEmail>', 'the manager of the one who is moved', normalizeEmail)
    .option('--file <moves.csv>', 'move everyone in this file instead: all of them, or nobody when it has a fault')
    .addOption(tenantOption())
    .option('--dry-run', 'print what would happen, and change nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file is a CSV in UTF-8 with the columns email and managerEmail. People are known by their address; no managerEmail is
the top. The moves are judged together, as the line will be after all of them: two people may change places.`,
    )
    .action(async (address: string | undefined, options: Options) => {
      const misuse = findMisuse(address, options);
      if (misuse) command.error(`error: ${misuse}`, { exitCode: 2 });
      const { tenant, to = '', file, dryRun = false, json } = options;
      const moves = file !== undefined ? readMoves(readInput(file)) : single(normalizeEmail(address ?? ''), to);
      const result = await withConnection(async ({ graph }) =>
        movePeople(graph, await findTenantId(graph, tenant), moves, { dryRun, now: new Date() }),
      );
      if (json) await printJson(result);
      if (file !== undefined && result.faults.length > 0) return refuseFile(file, result.faults);
      const [fault] = result.faults;
      if (fault) throw new Error(`${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}.`);
      if (!json) await (file === undefined ? printMove(result, to, dryRun) : printMoves(result, dryRun));
    });
}

function findMisuse(email: string | undefined, { to, file }: Options): string | null {
  if (file !== undefined && (email !== undefined || to !== undefined)) {
    return '--file names everyone who is moved; leave out the address and --to';
  }
  if (file === undefined && (!email || !to)) return 'name someone and --to their manager, or give a --file of moves';
  return null;
}

function single(email: string, managerEmail: string): ReturnType<typeof readMoves> {
  return { rows: [{ row: null, email, managerEmail }], faults: [] };
}

async function printMove(
  { moved: [move], unchanged: [email] }: MoveResult,
  to: string,
  dryRun: boolean,
): Promise<void> {
  if (!move) return print(`${email} reports to ${to} already.`);
  await print(`${dryRun ? 'Would move' : 'Moved'} ${move.email}: ${line(move)}.`);
}

async function printMoves({ moved, unchanged }: MoveResult, dryRun: boolean): Promise<void> {
  if (dryRun) for (const move of moved) await print(`moved\t${move.email}\t${line(move)}`);
  const people = pluralize(moved.length, 'person', 'people');
  await print(`${dryRun ? 'Would move' : 'Moved'} ${people}; ${unchanged.length.toLocaleString('en')} unchanged.`);
  if (dryRun) logToStderr('A dry run: nothing was changed.');
}

const line = ({ from, to }: { from: string; to: string }): string => `${from || '(top)'} → ${to || '(top)'}`;

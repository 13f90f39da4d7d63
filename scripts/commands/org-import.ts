// checkin org import: brings a tenant's organisation to what a file says.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { connected } from '../connect.ts';
import { importPeople, type ImportResult } from '../org/import.ts';
import { findTenant } from '../org/tenants.ts';
import { counted, print, tell, withProgress, write } from '../output.ts';

type Wish = { tenant: string; dryRun?: true; json?: true };

/** Adds `org import`. */
export function addOrgImport(org: Command): void {
  org
    .command('import <people.csv>')
    .description('create, change and move people to what a file says: all of it, or nothing when it has a fault')
    .requiredOption('--tenant <slug>', 'the tenant')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file is a CSV in UTF-8 with the columns email, name, jobTitle, team, department, managerEmail and roles
(several roles are separated by ";"). People are known by their address; the rows may be in any order. No managerEmail is
the top. Whoever is in the tenant but not in the file stays as they are.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json }: Wish) => {
      const dryRun = dry ?? false;
      const csv = fileAt(file);
      const result = await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, tenant);
        return withProgress('importing', (progress) =>
          importPeople(graph, { id }, csv, { dryRun, now: new Date(), progress }),
        );
      });
      if (json) await print(JSON.stringify(result, null, 2));
      if (result.faults.length > 0) return refuse(result, file);
      if (json) return;
      if (dryRun) await write(differences(result));
      await print(summary(result, dryRun));
      if (!dryRun) for (const email of result.leftOut) await print(`left out\t${email}`);
    });
}

function fileAt(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}

function refuse({ faults }: ImportResult, file: string): void {
  for (const { row, message } of faults) tell(row === null ? message : `row ${row}: ${message}`);
  tell(`${file} has ${counted(faults.length, 'fault')}; nothing was changed.`);
  process.exitCode = 1;
}

function differences({ created, changed, moved, leftOut }: ImportResult): string {
  const top = (email: string): string => (email === '' ? '(top)' : email);
  const lines = [
    ...created.map(({ email, name }) => `new\t${email}\t${name.replaceAll('\n', ' ')}`),
    ...changed.map(({ email, fields }) => `changed\t${email}\t${fields.join(', ')}`),
    ...moved.map(({ email, from, to }) => `moved\t${email}\t${top(from)} → ${top(to)}`),
    ...leftOut.map((email) => `left out\t${email}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function summary({ created, changed, moved, unchanged, leftOut }: ImportResult, dryRun: boolean): string {
  const counts = { new: created, changed, moved };
  const parts = Object.entries(counts).map(([what, { length }]) => `${length.toLocaleString('en')} ${what}`);
  const rest = [`${unchanged.toLocaleString('en')} unchanged`, `${leftOut.length.toLocaleString('en')} left out`];
  return `${dryRun ? 'Would import' : 'Imported'}: ${[...parts, ...rest].join(', ')}.`;
}

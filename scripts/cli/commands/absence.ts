// checkin absence import, list: absences of people, from and as a CSV file.
import type { Command } from 'commander';
import { formatCsvRows } from '../../../src/platform/lib/list-format.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { readAbsences, type AbsenceFacts } from '../../../src/features/absences/write-absences.ts';
import { importAbsences } from '../../../src/features/organisation/import/import-absences.ts';
import { withCaller } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { print, printJson, write } from '../output.ts';
import { readInput, rejectFile } from './input-file.ts';

export const define = { import: defineImport, list: defineList };

type ImportOptions = { tenant: string; dryRun?: true; json?: true };

function defineImport(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--dry-run', 'print who would change, and change nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is a CSV with the columns email, from and to: the first and the last day of an absence, such as
2026-12-21. People in the file have its absences from its first day on, and keep what was before; a row without days says
that there are none. Absences of people who are not in the file do not change.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json }: ImportOptions) => {
      const dryRun = dry ?? false;
      const csv = await readInput(file);
      const now = new Date().toISOString();
      const result = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId, by }) =>
        importAbsences(graph, tenantId, csv, { now, dryRun, by }),
      );
      const { changed, unchanged, faults } = result;
      if (json) await printJson(result);
      if (faults.length > 0) return rejectFile(file, faults);
      if (json) return;
      if (dryRun) for (const email of changed) await print(`changed\t${email}`);
      const people = pluralize(changed.length, 'person', 'people');
      await print(`${dryRun ? 'Would change' : 'Changed'} absences of ${people}; ${unchanged} unchanged.`);
    });
}

function defineList(command: Command): void {
  command.addOption(tenantOption()).action(async ({ tenant }: { tenant: string }) => {
    const people = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
      graph.transaction({ tenantId }, (tx) => tx.rows<AbsenceFacts>('absences/list', { emails: null })),
    );
    const rows = people.flatMap((person) => readAbsences(person).map(({ from, to }) => [person.email, from, to]));
    await write(formatCsvRows([['email', 'from', 'to'], ...rows]));
  });
}

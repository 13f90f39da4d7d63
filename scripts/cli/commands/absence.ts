// checkin absence import, list: absences of people, from a CSV file or a calendar, and as a CSV file.
import { Option, type Command } from 'commander';
import { formatCsvRows } from '../../../src/platform/lib/list-format.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { readAbsences, type AbsenceFacts } from '../../../src/features/absences/write-absences.ts';
import type { DateOrder } from '../../../src/features/organisation/import/file-dates.ts';
import { importAbsences } from '../../../src/features/organisation/import/import-absences.ts';
import { withCaller } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { logToStderr, print, printJson, write } from '../output.ts';
import { addTitle, readInput, rejectFile } from './input-file.ts';

export const define = { import: defineImport, list: defineList };

type ImportOptions = {
  tenant: string;
  dryRun?: true;
  json?: true;
  map?: Record<string, string>;
  dateOrder?: DateOrder;
};

function defineImport(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--dry-run', 'print who would change, and change nothing')
    .option('--map <title=column>', 'which column a title of the file stands for; may be repeated', addTitle)
    .addOption(
      new Option('--date-order <order>', 'whether dates such as 03/04/2026 begin with the day or the month').choices([
        'dmy',
        'mdy',
      ]),
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is a CSV with the columns email, from and to: the first and the last day of an absence, such as
2026-12-21 or 21.12.2026. Titles of HR programs such as "Start date" are known, --map "Leave begins=from" names others. A row with a
status such as "Rejected" or "Pending" is no absence; a half day is taken as a whole day. People in the file have its absences from
its first day on, and keep what was before; a row without days says that there are none. Absences of people who are not in the file do not change.

The file may also be a calendar (.ics) of an HR program or a mailbox. An event is about the person who is invited to it, or else whose
whole name is in its title, such as "Mia Roth - Vacation". Events of nobody, birthdays and work from home are left out and named; an
event that may be about several people is a fault. Times of three hours and more are taken as whole days. Titles are not stored.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json, map: titles, dateOrder }: ImportOptions) => {
      const dryRun = dry ?? false;
      const input = await readInput(file);
      const now = new Date().toISOString();
      const result = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId, by }) =>
        importAbsences(graph, tenantId, input, {
          now,
          dryRun,
          by,
          ...(titles && { titles }),
          ...(dateOrder && { dateOrder }),
        }),
      );
      const { changed, unchanged, faults, notes } = result;
      if (json) await printJson(result);
      else for (const note of notes) logToStderr(`note: ${note}`);
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

// checkin org import: updates a tenant's organisation from a file.
import { Option, type Command } from 'commander';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import type { DateOrder } from '../../../src/features/organisation/import/file-dates.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson, withProgress, write } from '../output.ts';
import { addTitle, readInput, rejectFile } from './input-file.ts';

type Options = {
  tenant: string;
  dryRun?: true;
  json?: true;
  map?: Record<string, string>;
  emptyClears?: true;
  dateOrder?: DateOrder;
};

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--map <title=column>', 'which column a title of the file stands for; may be repeated', addTitle)
    .option('--empty-clears', 'an empty cell takes away what is there; without this it changes nothing')
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
The file (- is the standard input) is a CSV in UTF-8 or UTF-16, separated by commas, semicolons, tabs or bars. Two columns are
needed: name (or first and last name), and one that says who is meant: email, employeeNumber, externalId or id. New people
need an email. The others are jobTitle, team, department, managerEmail, roles (several separated by ";"), startDate,
timezone, preferredLanguage and region. A column that is absent changes nothing, nor does an empty cell: --empty-clears takes
away what is there, such as a manager of somebody who is at the top from now on.
Exports of HR programs such as BambooHR, Personio, Workday and HiBob can be imported as they are: their titles are known, --map "Chief=managerEmail"
names others, columns that are not known are ignored, and so are rows with a status such as "Terminated". Use --dry-run
to see how a file was read; it shows name, manager, team and start date of each new person. Names are turned if all names of
a file, two at least, are written "Last, First".
People are identified by id, employeeNumber or externalId, else by the address of somebody active. The address of somebody
who has left is refused: the column returns has the id or number of who is back; newPerson is yes for somebody else, who
gets the address. managerEmail may be an id, a number, a user name, or the full name of one active person. Rows may be in any order.
People are missing only in weeks that end on or after their startDate.
People who are not in the file do not change, with one exception: a department belongs to a team, so they change
department when the file gives their team another one. A department without a team makes a team of its name.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json, map: titles, emptyClears, dateOrder }: Options) => {
      const dryRun = dry ?? false;
      const csv = await readInput(file);
      const result = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId: id, by }) =>
        withProgress('importing', (progress) =>
          importPeople(graph, { id }, csv, {
            dryRun,
            now: new Date(),
            progress,
            by,
            emptyClears: emptyClears ?? false,
            ...(titles && { titles }),
            ...(dateOrder && { dateOrder }),
          }),
        ),
      );
      if (json) await printJson(result);
      else for (const note of result.notes) logToStderr(`note: ${note}`);
      if (result.faults.length > 0) return rejectFile(file, result.faults);
      if (json) return;
      if (dryRun) await write(formatDifferences(result));
      await print(formatSummary(result, dryRun));
      if (!dryRun) await write(joinLines([...listDepartments(result), ...listPending(result), ...listLeftOut(result)]));
    });
}

const listPending = ({ pending, loops }: ImportResult): string[] => [
  ...pending.map(({ email, manager }) => `pending\t${email}\tmanager ${manager} is not there yet`),
  ...loops.map(({ email, manager }) => `pending\t${email}\tmanager ${manager} reports to them`),
];
const joinLines = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const listLeftOut = (result: ImportResult): string[] => result.leftOut.map((email) => `left out\t${email}`);
const listDepartments = (result: ImportResult): string[] =>
  result.departments.flatMap(({ team, from, to, leftOut: people }) =>
    people.map((email) => `department\t${email}\t${from || '(none)'} → ${to || '(none)'}, with the team ${team}`),
  );

function formatDifferences(result: ImportResult): string {
  const { created, changed, moved } = result;
  const top = (email: string): string => (email === '' ? '(top)' : email);
  const onOneLine = (...cells: string[]): string => cells.map((cell) => cell.replaceAll('\n', ' ')).join('\t');
  const lines = [
    ...created.map(({ email, name, manager, team, startDate }) =>
      onOneLine('new', email, name, top(manager), team, startDate),
    ),
    ...changed.map(({ email, fields }) => `changed\t${email}\t${fields.join(', ')}`),
    ...moved.map(({ email, from, to }) => `moved\t${email}\t${top(from)} → ${top(to)}`),
    ...result.released.map(({ id, email }) => `released\t${email}\tby ${id}, who has left`),
    ...listDepartments(result),
    ...listPending(result),
    ...listLeftOut(result),
  ];
  return joinLines(lines);
}

function formatSummary(result: ImportResult, dryRun: boolean): string {
  const { created, changed, moved, unchanged } = result;
  const counts = { new: created, changed, moved };
  const parts = Object.entries(counts).map(([what, { length }]) => `${length.toLocaleString('en')} ${what}`);
  const rest = [
    `${unchanged.toLocaleString('en')} unchanged`,
    `${result.leftOut.length.toLocaleString('en')} left out`,
  ];
  return `${dryRun ? 'Would import' : 'Imported'}: ${[...parts, ...rest].join(', ')}.`;
}

// checkin org import: updates a tenant's organisation from a file.
import { InvalidArgumentError, type Command } from 'commander';
import { importPeople, type ImportResult } from '../../../src/org/import.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson, withProgress, write } from '../output.ts';
import { readInput, rejectFile } from './input-file.ts';

type Options = { tenant: string; dryRun?: true; json?: true; map?: Record<string, string> };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--map <title=column>', 'which column a title of the file stands for; may be repeated', addTitle)
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is a CSV in UTF-8 or UTF-16, separated by commas, semicolons, tabs or bars, with the columns email, name, jobTitle,
team, department, managerEmail and roles (separate several roles with ";"). Common titles of other programs such as "Full
Name" are known, --map "Line manager=managerEmail" names others, and columns that are not known are ignored. The column startDate is optional, a date such as 2026-11-16: people count as missing only in
weeks that end on or after it. An empty startDate removes the date; without the column, dates do not change. So it is with preferredLanguage, such as de.
The same holds for timezone, a name such as Europe/Berlin.
People are identified by the optional columns id, employeeNumber or externalId, else by the address of somebody active. The
address of somebody who has left is refused: the column returns has the id or number of who is back; newPerson is yes for
somebody else, who gets the address. Rows may be in any order. managerEmail may be an id, number or user name, too; without
it, a person is at the top.
People who are not in the file do not change, with one exception: a department belongs to a team, so they change
department when the file gives their team another one.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json, map: titles }: Options) => {
      const dryRun = dry ?? false;
      const csv = await readInput(file);
      const result = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId: id, by }) =>
        withProgress('importing', (progress) =>
          importPeople(graph, { id }, csv, { dryRun, now: new Date(), progress, by, ...(titles && { titles }) }),
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

/** Adds `title=column` to the titles. @throws {InvalidArgumentError} */
function addTitle(text: string, titles: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as "title=column".');
  return { ...titles, [text.slice(0, at)]: text.slice(at + 1) };
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
  const lines = [
    ...created.map(({ email, name }) => `new\t${email}\t${name.replaceAll('\n', ' ')}`),
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

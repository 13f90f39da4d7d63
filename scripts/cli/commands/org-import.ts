// checkin org import: updates a tenant's organisation from a file.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import { usualLeavers } from '../../../src/features/organisation/import/leavers.ts';
import type { DateOrder } from '../../../src/features/organisation/import/file-dates.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
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
  absent?: 'stay' | 'leave';
  atMost?: number;
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
    .addOption(
      new Option(
        '--absent <what>',
        'what people do who are not in the file; leave: the file is the whole company',
      ).choices(['stay', 'leave']),
    )
    .option(
      '--at-most <percent>',
      `with --absent leave: refuse the file if more than so many percent of the active people would leave (default: ${usualLeavers}%)`,
      parsePercent,
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
Exports of Workday, Rippling, Google Workspace, Entra, BambooHR, HiBob, Personio, Okta, ADP and others can be imported as they are: their
titles are known, --map "Chief=managerEmail" names others, columns that are not known are ignored and named, and so are rows of people
who have left, by a status such as "Terminated" or "Suspended", or by a last day in the past. Use --dry-run to see how a file was read: its
first lines warn of what is odd of the whole file, such as that nobody has a manager; it shows name, manager, team and start date of each
new person, and of each changed person the name so far, and every value before and after. Names are turned if all names of a file, two at
least, are written "Last, First". Lines above the titles and totals are skipped. A workbook (.xlsx) is refused: save it as "CSV UTF-8".
People are identified by id, employeeNumber or externalId, else by the address of somebody active. The address of somebody
who has left is refused: the column returns has the id or number of who is back; newPerson is yes for somebody else, who
gets the address. A row that is found by a key, and has neither the name nor the address of that person, is refused: samePerson is
yes for somebody who has taken both. managerEmail may be an id, a number, a user name, or the full name of one active person. Rows may be in any order.
People are missing only in weeks that end on or after their startDate.
People who are not in the file do not change, with one exception: a department belongs to a team, so they change
department when the file gives their team another one. A department without a team makes a team of its name.
If the file is the whole company, --absent leave deactivates the people who are not in it, unless they are more than --at-most, or
somebody would still report to them. --dry-run lists them.`,
    )
    .action(async (file: string, options: Options) => {
      const { tenant, dryRun: dry, json, map: titles, emptyClears, dateOrder, absent, atMost } = options;
      if (atMost !== undefined && absent !== 'leave') throw new InvalidArgumentError('--at-most needs --absent leave.');
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
            atMost: absent === 'leave' ? (atMost ?? usualLeavers) : null,
            ...(titles && { titles }),
            ...(dateOrder && { dateOrder }),
          }),
        ),
      );
      if (json) await printJson(result);
      else {
        for (const warning of result.warnings) logToStderr(`WARNING: ${warning}`);
        for (const note of result.notes) logToStderr(`note: ${note}`);
      }
      if (result.faults.length > 0) return rejectFile(file, result.faults);
      if (json) return;
      if (dryRun) await write(formatDifferences(result));
      await print(formatSummary(result, dryRun));
      if (!dryRun) await write(joinLines([...listDepartments(result), ...listPending(result), ...listLeftOut(result)]));
    });
}

/** Reads "5%" or "5". */
function parsePercent(text: string): number {
  const [, number] = /^(\d{1,3}(?:\.\d{1,3})?) ?%?$/.exec(text.trim()) ?? [];
  if (number === undefined || Number(number) > 100) throw new InvalidArgumentError('It must be from 0% to 100%.');
  return Number(number);
}

const listPending = ({ pending, loops }: ImportResult): string[] => [
  ...pending.map(({ email, manager }) => `pending\t${email}\tmanager ${manager} is not there yet`),
  ...loops.map(({ email, manager }) => `pending\t${email}\tmanager ${manager} reports to them`),
];
const joinLines = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const listLeftOut = (result: ImportResult): string[] => [
  ...result.leaving.map(({ email, name }) => `leaves\t${email}\t${name.replaceAll('\n', ' ')}`),
  ...result.leftOut.map((email) => `left out\t${email}`),
];
const listDepartments = (result: ImportResult): string[] =>
  result.departments.flatMap(({ team, from, to, leftOut: people }) =>
    people.map((email) => `department\t${email}\t${from || '(none)'} → ${to || '(none)'}, with the team ${team}`),
  );

const formatValue = ({ field, from, to }: { field: string; from: string; to: string }): string =>
  `${field}: ${from || '(none)'} → ${to || '(none)'}`;

function formatDifferences(result: ImportResult): string {
  const { created, changed, moved } = result;
  const top = (email: string): string => (email === '' ? '(top)' : email);
  const onOneLine = (...cells: string[]): string => cells.map((cell) => cell.replaceAll('\n', ' ')).join('\t');
  const lines = [
    ...created.map(({ email, name, manager, team, startDate }) =>
      onOneLine('new', email, name, top(manager), team, startDate),
    ),
    ...changed.map(({ email, name, values }) => onOneLine('changed', email, name, values.map(formatValue).join('; '))),
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
    ...(result.leaving.length > 0 ? [`${result.leaving.length.toLocaleString('en')} leaving`] : []),
    `${unchanged.toLocaleString('en')} unchanged`,
    `${result.leftOut.length.toLocaleString('en')} left out`,
  ];
  const warnings = result.warnings.length === 0 ? '' : ` ${pluralize(result.warnings.length, 'warning')}: see above.`;
  return `${dryRun ? 'Would import' : 'Imported'}: ${[...parts, ...rest].join(', ')}.${warnings}`;
}

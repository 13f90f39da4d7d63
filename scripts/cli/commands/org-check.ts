// checkin org check: what is wrong in the organisation of a tenant; with --ready, what is missing before its first week.
import { type Command, Option } from 'commander';
import { checkTenant } from '../../../src/features/organisation/tenants/check.ts';
import { checkReadiness, type GapEntry } from '../../../src/features/organisation/tenants/readiness.ts';
import { createCsvFormat, type CsvColumn } from '../../../src/platform/lib/list-format.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { withCaller } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { logToStderr, print, printJson, write } from '../output.ts';

type Format = 'text' | 'csv' | 'json';
type CheckOptions = { tenant: string; ready?: true; format: Format };
type Row = Readonly<Record<string, string | number | boolean | undefined>>;

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option(
      '--ready',
      'find what is missing rather than wrong: managers, teams, departments, regions, addresses that get mail; exit code 1 ' +
        'when something is. Notes, such as a team of one, leave the exit code 0',
    )
    .addOption(new Option('--format <format>', 'text, csv or json').choices(['text', 'csv', 'json']).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .action((options: CheckOptions) => (options.ready ? showGaps(options) : showFaults(options)));
}

async function showFaults({ tenant, format }: CheckOptions): Promise<void> {
  const findings = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
    checkTenant(graph, tenantId),
  );
  await show(format, findings, ['kind', 'message'], findings);
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  if (faults > 0) process.exitCode = 1;
  logToStderr(faults > 0 ? `${pluralize(faults, 'fault')} in ${tenant}.` : `No faults in ${tenant}.`);
}

const gapColumns = ['kind', 'gap', 'name', 'email', 'detail', 'userId'];

async function showGaps({ tenant, format }: CheckOptions): Promise<void> {
  const readiness = await withCaller(tenant, 'organisation:manage', ({ own, asOperator }) =>
    checkReadiness(own, asOperator, new Date().toISOString()),
  );
  const { missing, gaps } = readiness;
  const rows = gaps.flatMap(({ kind: gap, isMissing, entries }) =>
    entries.map((entry): Row => ({ kind: isMissing ? 'missing' : 'note', gap, ...entry, detail: describe(entry) })),
  );
  await show(format, readiness, gapColumns, rows);
  if (missing > 0) process.exitCode = 1;
  for (const { count, message, entries } of gaps)
    logToStderr(
      `${message}${entries.length < count ? `; the first ${entries.length.toLocaleString('en')} are shown` : ''}.`,
    );
  logToStderr(missing > 0 ? `${pluralize(missing, 'gap')} in ${tenant}.` : `Nothing is missing in ${tenant}.`);
}

/** What else there is to say of an entry: the manager waited for, the first day, the region, the number of people. */
function describe({ manager, startDate, region, people }: GapEntry): string | undefined {
  return manager ?? startDate ?? region ?? (people === undefined ? undefined : pluralize(people, 'person', 'people'));
}

/** Prints `data` as JSON, or the rows as CSV or as lines of text. */
async function show(format: Format, data: unknown, names: string[], rows: readonly Row[]): Promise<void> {
  if (format === 'json') return printJson(data);
  if (format === 'csv') {
    const csv = createCsvFormat(names.map((name): CsvColumn => ({ name, title: name })));
    return write(csv.start + csv.formatPage(rows, true));
  }
  for (const row of rows)
    await print(
      names
        .map((name) => row[name] ?? '')
        .join('\t')
        .trimEnd(),
    );
}

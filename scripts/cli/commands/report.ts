// checkin report …: prints the People Team's reports as a table, file or page.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ApiError } from '../../../src/errors.ts';
import type { GraphClient, Rows } from '../../../src/graph/client.ts';
import { normalizeEmail } from '../../../src/org/columns.ts';
import { findPerson } from '../../../src/org/find-person.ts';
import { findTenant } from '../../../src/org/tenants.ts';
import type { ReportRequest, ReportDefinition, Row } from '../../../src/reports/definition.ts';
import { reports } from '../../../src/reports/index.ts';
import { toLocalDate, getCurrentMonday, addWeeks } from '../../../src/rules/weeks.ts';
import { asOfOption, assertPast } from '../as-of.ts';
import { addExamples, tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';
import { writeTo } from '../report/destination.ts';
import { formatCsv, formatJson } from '../report/files.ts';
import { formatTable } from '../report/table.ts';
import { parseWeek } from './week.ts';

type Format = 'table' | 'csv' | 'json' | 'html';
type Options = {
  tenant: string;
  as?: string;
  week?: string;
  period?: string;
  asOf?: string;
  format: Format;
  out?: string;
};

/** Adds a command for each report, and the overview of all reports. */
export function define(parent: Command): void {
  for (const report of reports) {
    const command = parent.command(report.name).description(report.description);
    addOptions(command, [report], ['table', 'csv', 'json', 'html'], report.timeParameter).action(
      async (options: Options) => runReport(options, (request) => show(report, request, options)),
    );
    addExamples(command, [
      `checkin report ${report.name} --tenant acme`,
      `checkin report ${report.name} --tenant acme --format html --out ${report.name}.html`,
    ]);
  }
  const overview = parent.command('overview').description('all reports on one page');
  addOptions(overview, reports, ['html'], 'all').action(async (options: Options) =>
    runReport(options, (request) => showPage('People overview', reports, request, options)),
  );
  addExamples(overview, ['checkin report overview --tenant acme --out overview.html']);
}

function addOptions(
  command: Command,
  of: ReportDefinition[],
  formats: Format[],
  takes: ReportDefinition['timeParameter'] | 'all',
): Command {
  const [first = 'table'] = formats;
  command
    .addOption(tenantOption())
    .option('--as <email>', 'as seen by this person (default: the whole tenant)', normalizeEmail)
    .addOption(new Option('--format <format>', 'the output format').choices(formats).default(first))
    .option('--out <file>', 'write to this file, atomically');
  if (formats.includes('json')) {
    command.addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }));
  }
  const week = of.length === 1 && of[0]?.name === 'non-setters' ? 'this week' : 'the last finished week';
  if (takes === 'week' || takes === 'all')
    command.option('--week <date>', `any day of the week${takes === 'all' ? '' : ` (default: ${week})`}`, parseWeek);
  if (takes === 'period' || takes === 'all')
    command.option('--period <YYYY-MM>', 'the month (default: this one)', parseMonth);
  if (takes === 'asOf') command.addOption(asOfOption());
  return command;
}

/** Connects, and runs a report with the parameters of the options. */
async function runReport(
  { tenant: slug, as, week, period, asOf }: Options,
  show: (request: ReportRequest) => Promise<void>,
): Promise<void> {
  await withConnection(async ({ graph }) => {
    const tenant = await findTenant(graph, slug);
    const now = new Date().toISOString();
    const current = getCurrentMonday(now, tenant.timezone);
    assertPast(asOf, tenant, now);
    await show({
      graph,
      tenant,
      person: as === undefined ? null : await findActivePerson(graph, tenant.id, as),
      lastWeek: week ?? addWeeks(current, -1),
      thisWeek: week ?? current,
      period: period ?? toLocalDate(now, tenant.timezone).slice(0, 7),
      asOf: asOf ?? null,
    });
  });
}

async function findActivePerson(
  graph: GraphClient,
  tenantId: string,
  email: string,
): Promise<{ id: string; name: string }> {
  const person = await findPerson(graph, tenantId, email);
  if (!person.active) throw new Error(`${email} is inactive and may not see reports.`);
  return person;
}

async function show(report: ReportDefinition, request: ReportRequest, options: Options): Promise<void> {
  if (options.format === 'html') return showPage(report.title, [report], request, options);
  const pages = await readIfPermitted(report, request);
  if (!pages) throw new Error(`${options.as} may not see this report.`);
  if (options.format === 'csv') return writeOutput(options, formatCsv(report.columns, pages));
  if (options.format === 'json') return writeOutput(options, formatJson(pages));
  const rows = await readAll(pages);
  await writeOutput(options, toLines(rows.length === 0 ? [] : formatTable(report.columns, rows)));
  logToStderr(
    `${report.title}, ${report.time(request)}. ${rows.length === 0 ? report.emptyMessage : report.headline(rows).says}`,
  );
}

async function showPage(
  title: string,
  wanted: ReportDefinition[],
  request: ReportRequest,
  options: Options,
): Promise<void> {
  const read: { report: ReportDefinition; rows: Row[] }[] = [];
  const refused: ReportDefinition[] = [];
  for (const report of wanted) {
    const pages = await readIfPermitted(report, request);
    if (pages) read.push({ report, rows: await readAll(pages) });
    else refused.push(report);
  }
  if (read.length === 0) {
    throw new Error(`${options.as} may not see ${wanted.length === 1 ? 'this report' : 'any of these reports'}.`);
  }
  const { renderPage } = await import('../report/page.ts'); // the chart library takes long to load
  await writeOutput(options, toLines([await renderPage(title, read, refused, request, new Date())]));
}

/** Reads the rows; null when the person may not see the report. */
async function readIfPermitted(report: ReportDefinition, request: ReportRequest): Promise<Rows<Row> | null> {
  try {
    return await report.rows(request);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}

async function writeOutput({ out }: Options, pieces: AsyncIterable<string>): Promise<void> {
  await writeTo(out, pieces);
  if (out !== undefined) logToStderr(`Written to ${out}.`);
}

async function readAll(pages: Rows<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
}

// oxlint-disable-next-line typescript/require-await -- what is written comes piece by piece, also when it is there
async function* toLines(texts: Iterable<string>): AsyncGenerator<string, void, void> {
  for (const text of texts) yield text.endsWith('\n') ? text : `${text}\n`;
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a month; write YYYY-MM.');
}

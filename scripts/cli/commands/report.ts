// checkin report …: prints the People Team's reports as a table, file or page.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ApiError } from '../../../src/platform/errors.ts';
import { tenantWideRoles, type Standing } from '../../../src/platform/access/permissions.ts';
import type { Graph, GraphClient } from '../../../src/platform/graph/client.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { toAuditValues } from '../../../src/platform/schema/audit.ts';
import { exampleIds } from '../../../src/platform/schema/examples.ts';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { formatHeadline, listTableColumns, type ReportDefinition } from '../../../src/features/reports/definition.ts';
import { allReports, reports } from '../../../src/features/reports/index.ts';
import { mostWeeks } from '../../../src/features/reports/question.ts';
import { asOfOption, assertPast } from '../as-of.ts';
import { addExamples, languageOption, tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr } from '../output.ts';
import { describeChange, formatTime, readReport, type Reading } from '../report/compare.ts';
import { writeOutput } from '../report/destination.ts';
import { formatCsv, formatJson } from '../report/files.ts';
import type { Request } from '../report/page.ts';
import { pageTexts } from '../report/page-texts.ts';
import { formatTable, widest } from '../report/table.ts';
import { parseWeek } from './week.ts';

type Format = 'table' | 'csv' | 'json' | 'html';
type Options = {
  tenant: string;
  as?: string;
  week?: string;
  period?: string;
  asOf?: string;
  question?: string;
  wording?: number;
  weeks?: number;
  format: Format;
  out?: string;
  language?: Language;
};

/** Adds a command for each report, and the overview of all reports. */
export function define(parent: Command): void {
  for (const report of allReports) {
    const command = parent.command(report.name).description(report.description);
    addOptions(command, [report], ['table', 'csv', 'json', 'html'], report.timeParameter).action(
      async (options: Options) => runReport(options, report.name, (request) => show(report, request, options)),
    );
    if (report.isOfQuestion)
      command
        .requiredOption('--question <id>', 'the question')
        .option('--wording <number>', 'its version whose answers are counted (default: the current one)', parseVersion)
        .option('--weeks <number>', `how many weeks, up to ${mostWeeks} (default: 12)`, parseWeeks);
    const example = `checkin report ${report.name} --tenant acme${report.isOfQuestion ? ` --question ${exampleIds.question}` : ''}`;
    addExamples(command, [example, `${example} --format html --out ${report.name}.html`]);
  }
  const overview = parent.command('overview').description('all reports on one page');
  addOptions(overview, reports, ['html'], 'all').action(async (options: Options) =>
    runReport(options, 'overview', (request) =>
      showPage(pageTexts[request.language].report.overview, reports, request, options),
    ),
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
    .option('--out <file>', 'write to this file, atomically')
    .addOption(
      languageOption(undefined, formats.length > 1 ? '; tables, and CSV and JSON for machines, are in English' : ''),
    );
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
  { tenant: slug, as, week, period, asOf, question, wording, weeks, format, language: wanted }: Options,
  name: string,
  show: (request: Request) => Promise<void>,
): Promise<void> {
  if (wanted && format !== 'html')
    throw new Error('--language is of a page: add --format html. Other formats are in English.');
  await withCaller(slug, null, async ({ graph: client, tenant, own, asOperator, language: ofCaller, record }) => {
    if (as !== undefined && !asOperator) throw new Error('--as is for the operator; as a person you see your own.');
    const now = new Date().toISOString();
    assertPast(asOf, tenant, now);
    const person = as === undefined ? null : await findActivePerson(client, tenant.id, as);
    if (asOperator || (await hasTenantScope(own)))
      await record('report.read', {
        ...toAuditValues([{ field: 'report', after: name }]),
        ...(person && { userId: person.id }),
      });
    const graph = person ? client.bind({ tenantId: tenant.id, userId: person.id }) : own;
    const times = { week: week ?? null, period: period ?? null, asOf: asOf ?? null };
    const ofQuestion = { questionId: question ?? null, version: wording ?? null, weeks: weeks ?? null };
    const language = wanted ?? ofCaller;
    const scope = { graph, asOperator: asOperator && !person, now, ...times, ...ofQuestion };
    await show({ tenant, person, language, scope: format === 'html' ? { ...scope, language } : scope });
  });
}

async function hasTenantScope(own: Graph): Promise<boolean> {
  const { standing } = await own.one<{ standing: Standing }>('access/caller');
  return standing.roles.some((role) => tenantWideRoles.includes(role));
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

async function show(report: ReportDefinition, request: Request, options: Options): Promise<void> {
  if (options.format === 'html') return showPage(report.inLanguage(request.language).title, [report], request, options);
  const { scope } = request;
  try {
    if (options.format === 'table') return await showTable(await readReport(report, scope), request, options);
    const { head, rows } = await report.read(scope);
    await writeOutput(
      options.out,
      options.format === 'csv' ? formatCsv(report, head, rows) : formatJson(report, head, rows),
    );
  } catch (error) {
    if (isRefusal(error)) throw new Error(`${options.as ?? 'You'} may not see this report.`, { cause: error });
    throw error;
  }
}

async function showTable(reading: Reading, { scope, tenant }: Request, options: Options): Promise<void> {
  const { report, head, rows, headline } = reading;
  const columns = listTableColumns(report, head);
  const isCut = options.out === undefined && process.stdout.isTTY;
  await writeOutput(
    options.out,
    toLines(
      rows.length === 0
        ? []
        : formatTable(columns, rows, { longest: isCut ? widest : Infinity, timezone: tenant.timezone }),
    ),
  );
  const change = await describeChange(reading, scope, tenant);
  const says = rows.length === 0 ? report.emptyMessage : formatHeadline(headline);
  logToStderr(`${report.title}, ${formatTime(reading, scope)}. ${says}${change === '' ? '' : ` ${change}.`}`);
}

async function showPage(title: string, wanted: ReportDefinition[], request: Request, options: Options): Promise<void> {
  if (options.out === undefined && process.stdout.isTTY)
    throw new Error(
      'The report is a page: write it to a file, as with --out report.html, or pass it on through a pipe.',
    );
  const readings: Reading[] = [];
  const refused: ReportDefinition[] = [];
  for (const report of wanted) {
    const reading = await readReport(report.inLanguage(request.language), request.scope).catch((error: unknown) => {
      if (isRefusal(error)) return null;
      throw error;
    });
    if (reading) readings.push(reading);
    else refused.push(report);
  }
  if (readings.length === 0) {
    throw new Error(
      `${options.as ?? 'You'} may not see ${wanted.length === 1 ? 'this report' : 'any of these reports'}.`,
    );
  }
  const { renderPage } = await import('../report/page.ts'); // the chart library takes long to load
  await writeOutput(options.out, toLines([await renderPage(title, readings, refused, request)]));
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.code === 'FORBIDDEN';

function* toLines(texts: Iterable<string>): Generator<string, void, void> {
  for (const text of texts) yield text.endsWith('\n') ? text : `${text}\n`;
}

function parseWeeks(text: string): number {
  const weeks = Number(text);
  if (Number.isInteger(weeks) && weeks >= 1 && weeks <= mostWeeks) return weeks;
  throw new InvalidArgumentError(`It is not a number from 1 to ${mostWeeks}.`);
}

function parseVersion(text: string): number {
  const version = Number(text);
  if (Number.isInteger(version) && version >= 1) return version;
  throw new InvalidArgumentError('It is not the number of a version; the first is 1.');
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a month; write YYYY-MM.');
}

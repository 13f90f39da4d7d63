// checkin report …: the People Team's reports, as a table, as files and as a page.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ApiError } from '../../src/errors.ts';
import type { GraphDoor, Rows } from '../../src/graph/client.ts';
import { normalEmail } from '../../src/org/columns.ts';
import { findPerson } from '../../src/org/find-person.ts';
import { findTenant } from '../../src/org/tenants.ts';
import type { Asked, Report, Row } from '../../src/reports/definition.ts';
import { reports } from '../../src/reports/index.ts';
import { dateAt, thisWeek, weeksLater } from '../../src/rules/weeks.ts';
import { addExamples, tenantOption } from '../command-tree.ts';
import { connected } from '../connect.ts';
import { tell } from '../output.ts';
import { writeTo } from '../report/destination.ts';
import { csvOf, jsonOf } from '../report/files.ts';
import { tableOf } from '../report/table.ts';
import { monday } from './week.ts';

type Format = 'table' | 'csv' | 'json' | 'html';
type Wish = { tenant: string; as?: string; week?: string; period?: string; format: Format; out?: string };

/** Adds a command for each report, and the overview of all. */
export function define(parent: Command): void {
  for (const report of reports) {
    const command = parent.command(report.name).description(report.about);
    options(command, [report], ['table', 'csv', 'json', 'html'], report.takes).action(async (wish: Wish) =>
      reporting(wish, (asked) => show(report, asked, wish)),
    );
    addExamples(command, [
      `checkin report ${report.name} --tenant acme`,
      `checkin report ${report.name} --tenant acme --format html --out ${report.name}.html`,
    ]);
  }
  const overview = parent.command('overview').description('all of them on one page');
  options(overview, reports, ['html'], 'all').action(async (wish: Wish) =>
    reporting(wish, (asked) => showPage('People overview', reports, asked, wish)),
  );
  addExamples(overview, ['checkin report overview --tenant acme --out overview.html']);
}

function options(command: Command, of: Report[], formats: Format[], takes: Report['takes'] | 'all'): Command {
  const [first = 'table'] = formats;
  command
    .addOption(tenantOption())
    .option('--as <email>', "within this person's sight (default: the whole tenant)", normalEmail)
    .addOption(new Option('--format <format>', 'how it is written').choices(formats).default(first))
    .option('--out <file>', 'write it into this file, whole or not at all');
  if (formats.includes('json')) {
    command.addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }));
  }
  const week = of.length === 1 && of[0]?.name === 'non-setters' ? 'this week' : 'the last one that is over';
  if (takes === 'week' || takes === 'all')
    command.option('--week <date>', `any day of the week${takes === 'all' ? '' : ` (default: ${week})`}`, monday);
  if (takes === 'period' || takes === 'all')
    command.option('--period <YYYY-MM>', 'the month (default: this one)', month);
  return command;
}

/** Finds out what is asked, and for whom. */
async function reporting(
  { tenant: slug, as, week, period }: Wish,
  show: (asked: Asked) => Promise<void>,
): Promise<void> {
  await connected(async ({ graph }) => {
    const tenant = await findTenant(graph, slug);
    const now = new Date().toISOString();
    const current = thisWeek(now, tenant.timezone);
    await show({
      graph,
      tenant,
      person: as === undefined ? null : await activePerson(graph, tenant.id, as),
      lastWeek: week ?? weeksLater(current, -1),
      thisWeek: week ?? current,
      period: period ?? dateAt(now, tenant.timezone).slice(0, 7),
    });
  });
}

async function activePerson(graph: GraphDoor, tenantId: string, email: string): Promise<{ id: string; name: string }> {
  const person = await findPerson(graph, tenantId, email);
  if (!person.active) throw new Error(`${email} has left and sees nothing.`);
  return person;
}

async function show(report: Report, asked: Asked, wish: Wish): Promise<void> {
  if (wish.format === 'html') return showPage(report.title, [report], asked, wish);
  const pages = await permitted(report, asked);
  if (!pages) throw new Error(`${wish.as} may not see this report.`);
  if (wish.format === 'csv') return deliver(wish, csvOf(report.columns, pages));
  if (wish.format === 'json') return deliver(wish, jsonOf(pages));
  const rows = await all(pages);
  await deliver(wish, lines(rows.length === 0 ? [] : tableOf(report.columns, rows)));
  tell(`${report.title}, ${report.time(asked)}. ${rows.length === 0 ? report.nothing : report.headline(rows).says}`);
}

async function showPage(title: string, wanted: Report[], asked: Asked, wish: Wish): Promise<void> {
  const read: { report: Report; rows: Row[] }[] = [];
  const refused: Report[] = [];
  for (const report of wanted) {
    const pages = await permitted(report, asked);
    if (pages) read.push({ report, rows: await all(pages) });
    else refused.push(report);
  }
  if (read.length === 0) {
    throw new Error(`${wish.as} may not see ${wanted.length === 1 ? 'this report' : 'any of these reports'}.`);
  }
  const { pageOf } = await import('../report/page.ts'); // the drawing of charts takes a while to load
  await deliver(wish, lines([await pageOf(title, read, refused, asked, new Date())]));
}

/** The rows; null when they are not for the person in whose sight they are asked. */
async function permitted(report: Report, asked: Asked): Promise<Rows<Row> | null> {
  try {
    return await report.rows(asked);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}

async function deliver({ out }: Wish, pieces: AsyncIterable<string>): Promise<void> {
  await writeTo(out, pieces);
  if (out !== undefined) tell(`Written to ${out}.`);
}

async function all(pages: Rows<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
}

// eslint-disable-next-line @typescript-eslint/require-await -- what is written comes piece by piece, also when it is there
async function* lines(texts: Iterable<string>): AsyncGenerator<string, void, void> {
  for (const text of texts) yield text.endsWith('\n') ? text : `${text}\n`;
}

function month(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('A month is written YYYY-MM.');
}

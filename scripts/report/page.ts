// Reports as one page that needs nothing else: no script, no font, no picture from elsewhere.
import { Eta } from 'eta/core';
import type { Asked, Report, Row } from '../../src/reports/definition.ts';
import { heading, isNumeric, readable } from './cells.ts';
import { drawn } from './charts.ts';
import { branch, page, section } from './page-layout.ts';
import { style } from './page-style.ts';

const rowsShown = 1_000;

const eta = new Eta();
eta.loadTemplate('@branch', branch);
eta.loadTemplate('@section', section);
eta.loadTemplate('@page', page);

/** A report with its rows read; `refused` when it is not for the person in whose sight the page is. */
export type Read = { report: Report; rows: Row[] };

/**
 * The page, as an HTML document; every value in it is escaped.
 *
 * @param asked what was asked, as for each report
 * @param refused the reports left out because the person may not see them
 * @param now the time that the page says it was made
 */
export async function pageOf(title: string, read: Read[], refused: Report[], asked: Asked, now: Date): Promise<string> {
  const sections = [];
  for (const { report, rows } of read) sections.push(await sectionOf(report, rows, asked));
  return eta.render('@page', {
    title,
    tenant: asked.tenant.name,
    sight: asked.person ? `In the sight of ${asked.person.name}` : 'The whole organisation',
    made: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    refused: refused.map((report) => report.title.toLowerCase()).join(', '),
    sections,
    style,
  });
}

async function sectionOf(report: Report, rows: Row[], asked: Asked): Promise<Record<string, unknown>> {
  const { columns } = report;
  const figures = [];
  for (const { title, about, spec, narrow } of rows.length > 0 ? (report.figures?.(rows, asked) ?? []) : []) {
    figures.push({ title, about, narrow, svg: await drawn(spec) });
  }
  return {
    id: report.name,
    title: report.title,
    about: report.about,
    time: report.time(asked),
    ...(rows.length > 0 ? report.headline(rows) : { figure: '–', says: report.nothing }),
    figures,
    tree: report.tree?.(rows) ?? [],
    headings: columns.map((column) => ({ text: heading(column), numeric: isNumeric(column) })),
    rows: rows.slice(0, rowsShown).map((row) => columns.map((column) => readable(row[column.name], column))),
    total: rows.length,
    left: Math.max(0, rows.length - rowsShown),
    command: `checkin report ${report.name} --format csv`,
  };
}

// Renders reports as one self-contained HTML page: no scripts, fonts or images from elsewhere.
import { Eta } from 'eta/core';
import type { ReportRequest, ReportDefinition, Row } from '../../../src/reports/definition.ts';
import { formatHeading } from '../../../src/lib/list-format.ts';
import { isNumeric, formatCell } from './cells.ts';
import { renderChart } from './charts.ts';
import { branch, page, section } from './page-layout.ts';
import { style } from './page-style.ts';

const maxRows = 1_000;

const eta = new Eta();
eta.loadTemplate('@branch', branch);
eta.loadTemplate('@section', section);
eta.loadTemplate('@page', page);

/** A report with its rows. */
export type Read = { report: ReportDefinition; rows: Row[] };

/**
 * Renders the page as an HTML document. Every value is escaped.
 *
 * @param request the parameters of the reports
 * @param refused the reports that the person may not see, which are left out
 * @param now the creation time shown on the page
 */
export async function renderPage(
  title: string,
  read: Read[],
  refused: ReportDefinition[],
  request: ReportRequest,
  now: Date,
): Promise<string> {
  const sections = [];
  for (const { report, rows } of read) sections.push(await buildSection(report, rows, request));
  return eta.render('@page', {
    title,
    tenant: request.tenant.name,
    scope: request.person ? `As seen by ${request.person.name}` : 'The whole organisation',
    createdAt: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    refused: refused.map((report) => report.title.toLowerCase()).join(', '),
    sections,
    style,
  });
}

async function buildSection(
  report: ReportDefinition,
  rows: Row[],
  request: ReportRequest,
): Promise<Record<string, unknown>> {
  const { columns } = report;
  const figures = [];
  for (const { title, about, spec, narrow } of rows.length > 0 ? (report.figures?.(rows, request) ?? []) : []) {
    figures.push({ title, about, narrow, svg: await renderChart(spec) });
  }
  return {
    id: report.name,
    title: report.title,
    about: report.description,
    time: report.time(request),
    ...(rows.length > 0 ? report.headline(rows) : { figure: '–', says: report.emptyMessage }),
    figures,
    tree: report.tree?.(rows) ?? [],
    headings: columns.map((column) => ({ text: formatHeading(column), numeric: isNumeric(column) })),
    rows: rows.slice(0, maxRows).map((row) => columns.map((column) => formatCell(row[column.name], column))),
    total: rows.length,
    left: Math.max(0, rows.length - maxRows),
    command: `checkin report ${report.name} --format csv`,
  };
}

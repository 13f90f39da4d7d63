// Renders reports as one self-contained HTML page: no scripts, fonts or images from elsewhere.
import type { Tenant } from '../../../src/features/organisation/tenants/tenants.ts';
import { listTableColumns, type ReportDefinition, type ReportScope } from '../../../src/features/reports/definition.ts';
import type { Figure } from '../../../src/features/reports/figures.ts';
import { wordsByLanguage } from '../../../src/features/reports/words.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { formatHeading } from '../../../src/platform/lib/list-format.ts';
import { renderLine } from './charts.ts';
import { describeChange, formatTime, type Reading } from './compare.ts';
import { createTemplates } from './document-layout.ts';
import { branch, figureLayouts, page, section } from './page-layout.ts';
import { pageTexts } from './page-texts.ts';
import { isNumeric, formatCell } from './table.ts';

const maxRows = 1_000;

const eta = createTemplates({ ...figureLayouts, branch, section, page });

/** `person`: in whose sight the reports are; null: the whole tenant. `language`: that of a page. */
export type Request = {
  tenant: Tenant;
  person: { id: string; name: string } | null;
  scope: ReportScope;
  language: Language;
};

/**
 * Renders the page as an HTML document. Every value is escaped.
 *
 * @param readings of reports in the language of the page
 * @param refused the reports that the person may not see, which are left out
 */
export async function renderPage(
  title: string,
  readings: Reading[],
  refused: ReportDefinition[],
  { tenant, person, scope, language }: Request,
): Promise<string> {
  const words = wordsByLanguage[language];
  const texts = pageTexts[language];
  const sections = [];
  for (const reading of readings) sections.push(await buildSection(reading, tenant, scope));
  return eta.render('@page', {
    language,
    texts: texts.report,
    footer: texts.report.footer,
    title,
    tenant: tenant.name,
    scope: person ? texts.report.asSeenBy(person.name) : texts.report.whole,
    created: texts.created(words.formatMoment(scope.now, tenant.timezone)),
    refused: refused.map((report) => words.toInner(report.inLanguage(language).title)).join(', '),
    sections,
  });
}

async function buildSection(reading: Reading, tenant: Tenant, scope: ReportScope): Promise<Record<string, unknown>> {
  const { report, head, rows, headline } = reading;
  const words = wordsByLanguage[report.language];
  const texts = pageTexts[report.language].report;
  const columns = listTableColumns(report, head);
  const figures = rows.length === 0 ? [] : report.figures(rows, tenant.minimumGroup, head);
  return {
    id: report.name,
    title: report.title,
    about: report.description,
    time: formatTime(reading, scope),
    figure: headline.figure,
    says: rows.length > 0 ? headline.says : report.emptyMessage,
    change: await describeChange(reading, scope, tenant),
    texts,
    figures: await Promise.all(figures.map((figure) => draw(figure, report.language))),
    tree: report.tree?.(rows) ?? [],
    headings: columns.map((column) => ({ text: formatHeading(column), numeric: isNumeric(column) })),
    rows: rows
      .slice(0, maxRows)
      .map((row) => columns.map((column) => formatCell(row[column.name], column, tenant.timezone, words))),
    total: rows.length,
    left: Math.max(0, rows.length - maxRows),
    command: `checkin report ${report.name} --format csv`,
    method: report.method,
  };
}

/** The kind of a figure is its template. */
async function draw(figure: Figure, language: Language): Promise<object> {
  const { formatColumn } = wordsByLanguage[language];
  if (!('lines' in figure)) {
    const kind = Object.keys(figureLayouts).find((one) => one in figure);
    const headings = 'grid' in figure ? figure.grid.columns.map(formatColumn) : [];
    return { ...figure, kind, headings, texts: pageTexts[language].report };
  }
  const lines = await Promise.all(
    figure.lines.map(async (line) => ({
      ...line,
      svg: line.points.length < 2 ? null : await renderLine(line, language),
    })),
  );
  return { ...figure, kind: 'lines', lines };
}

// Reads a report, says which time it is about, and compares its headline with the headlines of earlier times.
import { formatChange } from '../../../src/features/reports/figures.ts';
import {
  fillCells,
  type Headline,
  type ReportDefinition,
  type ReportScope,
} from '../../../src/features/reports/definition.ts';
import type { Tenant } from '../../../src/features/organisation/tenants/tenants.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { agree } from '../../../src/platform/lib/pluralize.ts';
import {
  addMonths,
  addWeeks,
  formatMonth,
  formatWeek,
  toLocalDate,
  toMonday,
} from '../../../src/platform/time/weeks.ts';

/** What a report has to say about one time. */
export type Reading = { report: ReportDefinition; head: object; rows: Row[]; headline: Headline };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export async function readReport(report: ReportDefinition, scope: ReportScope): Promise<Reading> {
  const { head, rows: pages } = await report.read(scope);
  const rows: Row[] = [];
  for await (const page of pages) for (const source of page) rows.push(fillCells(report, source));
  return { report, head, rows, headline: report.headline(rows, head) };
}

/**
 * Returns the change since a week and four weeks ago, or a month ago, as a sentence without its point; empty where nothing can be compared.
 * What is true of both times is said once. Nothing is compared with a time before the week in which the tenant was made: no data is not zero.
 */
export async function describeChange(
  { report, head, headline }: Reading,
  scope: ReportScope,
  { createdAt, timezone = 'UTC' }: Partial<Pick<Tenant, 'createdAt' | 'timezone'>> = {},
): Promise<string> {
  const { amount } = headline;
  if (amount === null) return '';
  const firstWeek = !createdAt ? '' : toMonday(toLocalDate(createdAt, timezone));
  const changes: { since: string; what: string; figure: string }[] = [];
  for (const { since, scope: earlier } of listEarlier(report, head, scope)) {
    const at = earlier[report.timeParameter] ?? '';
    if (at < firstWeek.slice(0, at.length)) continue;
    const before = (await readReport(report, earlier)).headline;
    if (before.amount !== null) {
      const what = `${formatBy(Math.round(amount) - Math.round(before.amount), headline)} against`;
      changes.push({ since, what, figure: ` (${before.figure})` });
    } else if (before.missing !== undefined) changes.push({ since, what: before.missing, figure: '' });
  }
  const phrases = [...Map.groupBy(changes, ({ what, figure }) => what + figure).values()].map(
    (alike) => `${alike[0]?.what} ${alike.map(({ since }) => since).join(' and ')}${alike[0]?.figure}`,
  );
  const text = phrases.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const nouns = { points: ['point', 'points'], people: ['person', 'people'] } as const;

/** "+1 person", "−3 points", "+4" */
function formatBy(by: number, { unit }: Headline): string {
  if (!unit) return formatChange(by);
  const [one, several] = nouns[unit];
  return `${formatChange(by)} ${agree(Math.abs(by), one, several)}`;
}

function listEarlier(
  { timeParameter, time }: ReportDefinition,
  head: object,
  scope: ReportScope,
): { since: string; scope: ReportScope }[] {
  const at = time(head, scope);
  if (at === null && timeParameter !== 'asOf') return [];
  if (timeParameter === 'period') {
    return [{ since: 'the month before', scope: { ...scope, period: addMonths(at ?? '', -1) } }];
  }
  return Object.entries({ 'the week before': 1, 'four weeks before': 4 }).map(([since, weeks]) => {
    if (timeParameter === 'week') return { since, scope: { ...scope, week: at && addWeeks(at, -weeks) } };
    const day = (at ?? scope.now).slice(0, 'YYYY-MM-DD'.length);
    return { since, scope: { ...scope, asOf: addWeeks(day, -weeks) } };
  });
}

/** "the week of 9 November 2026", "up to November 2026", "as of 2026-06-30", "today" */
export function formatTime({ report: { time, timeParameter, isSeries }, head }: Reading, scope: ReportScope): string {
  const at = time(head, scope);
  if (at === null) return 'today';
  if (timeParameter === 'asOf') return `as of ${at}`;
  const text = timeParameter === 'week' ? `the ${formatWeek(at)}` : formatMonth(at);
  return isSeries ? `up to ${text}` : text;
}

// Reads a report, says which time it is about, and compares its headline with the headlines of earlier times.
import { formatChange } from '../../../src/features/reports/figures.ts';
import {
  fillCells,
  type Headline,
  type ReportDefinition,
  type ReportScope,
} from '../../../src/features/reports/definition.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { addMonths, addWeeks, formatMonth, formatWeek } from '../../../src/platform/time/weeks.ts';

/** What a report has to say about one time. */
export type Reading = { report: ReportDefinition; head: object; rows: Row[]; headline: Headline };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export async function readReport(report: ReportDefinition, scope: ReportScope): Promise<Reading> {
  const { head, rows: pages } = await report.read(scope);
  const rows: Row[] = [];
  for await (const page of pages) for (const source of page) rows.push(fillCells(report, source));
  return { report, head, rows, headline: report.headline(rows, head) };
}

/** Returns the change since a week and four weeks ago, or a month ago, as a phrase; empty where nothing can be compared. */
export async function describeChange({ report, head, headline }: Reading, scope: ReportScope): Promise<string> {
  const { amount, unit } = headline;
  if (amount === null) return '';
  const changes: string[] = [];
  for (const { since, scope: earlier } of listEarlier(report, head, scope)) {
    const before = (await readReport(report, earlier)).headline;
    if (before.amount === null) {
      if (before.missing !== undefined) changes.push(`${before.missing} ${since}`);
      continue;
    }
    const by = formatChange(Math.round(amount) - Math.round(before.amount));
    changes.push(`${by}${unit ? ` ${unit}` : ''} against ${since} (${before.figure})`);
  }
  return changes.join(', ');
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

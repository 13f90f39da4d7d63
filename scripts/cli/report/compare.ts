// Reads a report, says which time it is about, and compares its headline with the headlines of earlier times; in the language of the report.
import {
  fillCells,
  type Headline,
  type ReportDefinition,
  type ReportScope,
} from '../../../src/features/reports/definition.ts';
import type { Tenant } from '../../../src/features/organisation/tenants/tenants.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { wordsByLanguage, type Words } from '../../../src/features/reports/words.ts';
import { addMonths, addWeeks, toLocalDate, toMonday } from '../../../src/platform/time/weeks.ts';
import { pageTexts } from './page-texts.ts';

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
  const words = wordsByLanguage[report.language];
  const texts = pageTexts[report.language].time;
  const firstWeek = !createdAt ? '' : toMonday(toLocalDate(createdAt, timezone));
  const changes: { since: string; what: string; figure: string }[] = [];
  for (const { since, scope: earlier } of listEarlier(report, head, scope)) {
    const at = earlier[report.timeParameter] ?? '';
    if (at < firstWeek.slice(0, at.length)) continue;
    const before = (await readReport(report, earlier)).headline;
    if (before.amount !== null) {
      const what = texts.against(formatBy(Math.round(amount) - Math.round(before.amount), headline, texts, words));
      changes.push({ since, what, figure: ` (${before.figure})` });
    } else if (before.missing !== undefined) changes.push({ since, what: before.missing, figure: '' });
  }
  const phrases = [...Map.groupBy(changes, ({ what, figure }) => what + figure).values()].map(
    (alike) => `${alike[0]?.what} ${words.formatList(alike.map(({ since }) => since))}${alike[0]?.figure}`,
  );
  const text = phrases.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Texts = (typeof pageTexts)['en']['time'];

/** "+1 person", "−3 points", "+4" */
function formatBy(by: number, { unit }: Headline, texts: Texts, { formatChange }: Words): string {
  return unit ? texts[unit](formatChange(by), Math.abs(by)) : formatChange(by);
}

function listEarlier(
  { timeParameter, time, language }: ReportDefinition,
  head: object,
  scope: ReportScope,
): { since: string; scope: ReportScope }[] {
  const { monthBefore, weekBefore, fourWeeksBefore } = pageTexts[language].time;
  const at = time(head, scope);
  if (at === null && timeParameter !== 'asOf') return [];
  if (timeParameter === 'period') {
    return [{ since: monthBefore, scope: { ...scope, period: addMonths(at ?? '', -1) } }];
  }
  return Object.entries({ [weekBefore]: 1, [fourWeeksBefore]: 4 }).map(([since, weeks]) => {
    if (timeParameter === 'week') return { since, scope: { ...scope, week: at && addWeeks(at, -weeks) } };
    const day = (at ?? scope.now).slice(0, 'YYYY-MM-DD'.length);
    return { since, scope: { ...scope, asOf: addWeeks(day, -weeks) } };
  });
}

/** "the week of 9 November 2026", "up to November 2026", "as of 2026-06-30", "today" */
export function formatTime({ report, head }: Reading, scope: ReportScope): string {
  const words = wordsByLanguage[report.language];
  const texts = pageTexts[report.language].time;
  const at = report.time(head, scope);
  if (at === null) return texts.today;
  if (report.timeParameter === 'asOf') return texts.asOf(words.formatAsOf(at));
  const isWeek = report.timeParameter === 'week';
  if (report.isSeries) return isWeek ? texts.upToWeek(words.formatWeek(at)) : texts.upTo(words.formatMonth(at));
  return isWeek ? texts.week(words.formatWeek(at)) : words.formatMonth(at);
}

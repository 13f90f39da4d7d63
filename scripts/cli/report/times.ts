// The time of a report as people read it.
import type { ReportScope } from '../../../src/reports/definition.ts';
import { formatMonth, formatWeek } from '../../../src/rules/weeks.ts';
import type { Reading } from './compare.ts';

/** "the week of 9 November 2026", "up to November 2026", "as of 2026-06-30", "today" */
export function formatTime({ report: { time, timeParameter, isSeries }, head }: Reading, scope: ReportScope): string {
  const at = time(head, scope);
  if (at === null) return 'today';
  if (timeParameter === 'asOf') return `as of ${at}`;
  const text = timeParameter === 'week' ? `the ${formatWeek(at)}` : formatMonth(at);
  return isSeries ? `up to ${text}` : text;
}

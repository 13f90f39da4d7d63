// The nomination window (days of a calendar month in the tenant's time zone), and texts of nominations.
import { formatMonth, toLocalDate } from '../../platform/time/weeks.ts';

/** `period` is the month, `YYYY-MM`. The window is open from `opensAt` (included) to `closesAt` (excluded). */
export type Window = { period: string; opensAt: string; closesAt: string; open: boolean };

/**
 * Finds the current window, or the next one.
 *
 * @param now ISO 8601
 * @param days days of the month, `A-B`; a day after the end of the month counts as its last day
 */
export function findWindow(now: string, timezone: string, days: string): Window {
  const month = Temporal.PlainDate.from(toLocalDate(now, timezone)).toPlainYearMonth();
  const current = computeWindow(month, timezone, days);
  const instant = Temporal.Instant.from(now);
  const isOver = Temporal.Instant.compare(instant, current.closesAt) >= 0;
  const { period, opensAt, closesAt } = isOver ? computeWindow(month.add({ months: 1 }), timezone, days) : current;
  const open = Temporal.Instant.compare(instant, opensAt) >= 0;
  const format = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'millisecond' });
  return { period, opensAt: format(opensAt), closesAt: format(closesAt), open };
}

export function formatConfirmation(nominee: { person: string } | { team: string }, period: string): string {
  const name = 'person' in nominee ? nominee.person : `the team ${nominee.team.trim()}`;
  return `Your nomination of ${name} for ${formatMonth(period)} is recorded.`;
}

function computeWindow(month: Temporal.PlainYearMonth, timezone: string, days: string) {
  const [from = 1, to = 31] = days.split('-').map(Number);
  const toInstant = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime(timezone).toInstant();
  const toDay = (day: number): Temporal.PlainDate => month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
  return {
    period: month.toString(),
    opensAt: toInstant(toDay(from)),
    closesAt: toInstant(toDay(to).add({ days: 1 })),
  };
}

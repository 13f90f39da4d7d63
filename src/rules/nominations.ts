// Nominations: the period is a calendar month; within it a window of days is open, in the tenant's time zone.
import { Temporal } from 'temporal-polyfill';
import { toLocalDate } from './weeks.ts';

/** A window: the month it belongs to (`YYYY-MM`), and its moments, open from `opensAt` until just before `closesAt`. */
export type Window = { period: string; opensAt: string; closesAt: string; open: boolean };

/**
 * The window that is open, or the next one to open.
 *
 * @param now ISO 8601
 * @param days of the month, `A-B`; a day that the month does not have counts as its last
 */
export function findWindow(now: string, timezone: string, days: string): Window {
  const month = Temporal.PlainDate.from(toLocalDate(now, timezone)).toPlainYearMonth();
  const current = computeWindow(month, timezone, days);
  const moment = Temporal.Instant.from(now);
  const past = Temporal.Instant.compare(moment, current.closesAt) >= 0;
  const { period, opensAt, closesAt } = past ? computeWindow(month.add({ months: 1 }), timezone, days) : current;
  const open = Temporal.Instant.compare(moment, opensAt) >= 0;
  const text = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'millisecond' });
  return { period, opensAt: text(opensAt), closesAt: text(closesAt), open };
}

/**
 * A team's name as it is compared: trimmed, compatibility forms and case made one. Composed again at the end, because
 * capitals of some letters (ΐ) come back as a letter and its accents.
 */
export function normalizeTeamName(teamName: string): string {
  const folded = teamName.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize('NFKC').trim();
}

/** What a nominator is told: whom they nominated, for which month. */
export function formatConfirmation(nominee: { person: string } | { team: string }, period: string): string {
  const name = 'person' in nominee ? nominee.person : `the team ${nominee.team.trim()}`;
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `Your nomination of ${name} for ${month.format(new Date(`${period}-01T00:00:00Z`))} is recorded.`;
}

function computeWindow(month: Temporal.PlainYearMonth, timezone: string, days: string) {
  const [from = 1, to = 31] = days.split('-').map(Number);
  const start = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime(timezone).toInstant();
  const toDay = (day: number): Temporal.PlainDate => month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
  return {
    period: month.toString(),
    opensAt: start(toDay(from)),
    closesAt: start(toDay(to).add({ days: 1 })),
  };
}

// When weekly runs are due, and which week each is about. A clock is a time zone with a weekday and a time there, such as
// `Europe/Berlin Friday 15:00`: people who share one share their runs.
import { addWeeks, toMonday } from './weeks.ts';

/** What each schedule starts: a notification of this type. */
export const scheduledTypes = {
  opens: 'goals.non_setters',
  due: 'weekly_summary.due',
  lastCall: 'weekly_summary.last_call',
  digest: 'digest.weekly',
} as const;
export type ScheduleName = keyof typeof scheduledTypes;
export const scheduleNames = Object.keys(scheduledTypes) as ScheduleName[];
export type RunKind = (typeof scheduledTypes)[ScheduleName] | 'trends.detect';

/** Local time of the detection of trends; late enough for most late summaries. */
export const trendTime = 'Tuesday 03:00';

/** A run that is due after an outage of two days still is; the worker has an hour to start. */
const dueForHours = 49;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Parses a weekday and a quarter of an hour such as `Monday 09:00`; null for `off`. `weekday` is 1 (Monday) to 7. */
export function parseSchedule(setting: string): { weekday: number; time: string } | null | 'invalid' {
  if (setting === 'off') return null;
  const [, day = '', time = ''] = /^(\w+) ((?:[01]\d|2[0-3]):(?:00|15|30|45))$/.exec(setting) ?? [];
  const weekday = weekdays.indexOf(day as (typeof weekdays)[number]) + 1;
  return weekday > 0 ? { weekday, time } : 'invalid';
}

export type Clock = { kind: RunKind; clock: string };
/** The runs of a kind and week, with the clocks for which they were or are to be opened. */
export type Run = { kind: RunKind; weekStart: string; clocks: string[] };

/**
 * Returns the runs that are due: at the last time of each clock, unless that is longer ago than an outage lasts. A run is
 * about the turn of the week that is nearest: up to Wednesday that before it, from Thursday on that to come. What opens a
 * week is about the week after the turn, all else about the week that ends with it.
 *
 * @param now ISO 8601
 * @param opened the runs of these weeks
 * @param since ISO 8601: earlier times were never due
 */
export function findDueRuns(now: string, clocks: readonly Clock[], opened: readonly Run[], since: string): Run[] {
  const due = new Map<string, Run>();
  for (const { kind, clock } of clocks) {
    const weekStart = findDueWeek(now, kind, clock, since);
    const isOf = (run: Run): boolean => run.kind === kind && run.weekStart === weekStart;
    if (weekStart === null || opened.some((run) => isOf(run) && run.clocks.includes(clock))) continue;
    const run = due.get(kind + weekStart) ?? { kind, weekStart, clocks: [] };
    run.clocks.push(clock);
    due.set(kind + weekStart, run);
  }
  return [...due.values()];
}

function findDueWeek(now: string, kind: RunKind, clock: string, since: string): string | null {
  const zoneLength = clock.indexOf(' ');
  const [timeZone, schedule] = [clock.slice(0, zoneLength), parseSchedule(clock.slice(zoneLength + 1))];
  if (schedule === null || schedule === 'invalid') return null;
  const { weekday, time: plainTime } = schedule;
  const at = Temporal.Instant.from(now);
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate();
  const latest = today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 });
  const [day, dueAt] = [latest, latest.subtract({ weeks: 1 })]
    .map((date) => [date, date.toZonedDateTime({ timeZone, plainTime }).toInstant()] as const)
    .find(([, instant]) => Temporal.Instant.compare(instant, at) <= 0) ?? [latest, at];
  if (at.since(dueAt).total('hours') > dueForHours || Temporal.Instant.compare(dueAt, Temporal.Instant.from(since)) < 0)
    return null;
  const turn = addWeeks(toMonday(day.toString()), weekday <= 3 ? 0 : 1);
  return kind === scheduledTypes.opens ? turn : addWeeks(turn, -1);
}

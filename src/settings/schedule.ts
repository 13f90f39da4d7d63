// When the weekly runs are due: digest, reminder to set a goal, trend detection.
import { toMonday } from '../rules/weeks.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Local time of the detection of trends in the previous week; late enough for most late summaries. */
export const trendTime = 'Tuesday 03:00';

/** Parses a weekday and local time such as `Monday 09:00`; null for `off`. `weekday` is 1 (Monday) to 7. */
export function parseSchedule(setting: string): { weekday: number; time: string } | null | 'invalid' {
  if (setting === 'off') return null;
  const [, day = '', time = ''] = /^(\w+) ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(setting) ?? [];
  const weekday = weekdays.indexOf(day as (typeof weekdays)[number]) + 1;
  return weekday > 0 ? { weekday, time } : 'invalid';
}

/**
 * Returns the Monday of the current week if the runs are due: on the weekday, from the local time until midnight. A worker
 * that was down at that time catches up on the same day, not later.
 *
 * @param now ISO 8601
 * @param setting see `parseSchedule`
 */
export function findDueWeek(now: string, timezone: string, setting: string): string | null {
  const schedule = parseSchedule(setting);
  if (schedule === null || schedule === 'invalid') return null;
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(timezone);
  if (local.dayOfWeek !== schedule.weekday) return null;
  const dueAt = local.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: schedule.time });
  return Temporal.ZonedDateTime.compare(local, dueAt) >= 0 ? toMonday(local.toPlainDate().toString()) : null;
}

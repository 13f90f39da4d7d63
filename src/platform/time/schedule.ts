// When weekly runs are due, and which week each is about. A clock is a time zone with a weekday and a time there, such as
// `Europe/Berlin Friday 15:00`: people who share one share their runs.
import { addDays, addWeeks, toLocalDate, toMonday } from './weeks.ts';
import { mostDaysToWait, weekdays } from './working-days.ts';

/** What each schedule starts: a notification of this type. */
export const scheduledTypes = {
  opens: 'goals.non_setters',
  due: 'weekly_summary.due',
  lastCall: 'weekly_summary.last_call',
  digest: 'digest.weekly',
} as const;
export type ScheduleName = keyof typeof scheduledTypes;
export const scheduleNames = Object.keys(scheduledTypes) as ScheduleName[];
/** The types that the service sends by schedules. */
export const runKinds = Object.values(scheduledTypes);
export type RunKind = (typeof scheduledTypes)[ScheduleName] | 'trends.detect';

/** Local time of the detection of trends; late enough for most late summaries. */
export const trendTime = 'Tuesday 03:00';

/** A run that is due after an outage of two days still is; the worker has an hour to start. */
const dueForHours = 49;

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
 * When those are told who have a clock and work on a day, by the day (`YYYY-MM-DD`), in the order of days: today at once, on a
 * later day at the time of the clock. Somebody is told on the first of these days that is a working day of theirs.
 */
export type Turns = Record<string, string>;
/** `turns` of each of its clocks. */
export type DueRun = Run & { turns: Record<string, Turns> };

/**
 * Returns the runs that are due: at the last time of each clock, unless that is longer ago than an outage lasts. A run is
 * about the turn of the week that is nearest: up to Wednesday that before it, from Thursday on that to come. What opens a
 * week is about the week after the turn, all else about the week that ends with it.
 *
 * @param now ISO 8601
 * @param opened the runs of these weeks
 * @param since ISO 8601, the check before: earlier times had their check. A clock that is new since has missed them
 */
export function findDueRuns(now: string, clocks: readonly Clock[], opened: readonly Run[], since: string): DueRun[] {
  const due = new Map<string, DueRun>();
  for (const { kind, clock } of clocks) {
    const last = findMoments(now, kind, clock)?.last;
    if (!last || !isDue(last, now, since)) continue;
    const { weekStart } = last;
    const isOf = (run: Run): boolean => run.kind === kind && run.weekStart === weekStart;
    if (opened.some((run) => isOf(run) && run.clocks.includes(clock))) continue;
    const run = due.get(kind + weekStart) ?? { kind, weekStart, clocks: [], turns: {} };
    run.clocks.push(clock);
    run.turns[clock] = listTurns(now, last.day, parseClock(clock));
    due.set(kind + weekStart, run);
  }
  return [...due.values()];
}

/** A time of a clock: when it is, and which week it is about. */
type Moment = { day: string; at: Temporal.Instant; weekStart: string };

function isDue({ at }: Moment, now: string, since: string): boolean {
  const hoursAgo = Temporal.Instant.from(now).since(at).total('hours');
  return hoursAgo <= dueForHours && Temporal.Instant.compare(at, Temporal.Instant.from(since)) >= 0;
}

function parseClock(clock: string): { timeZone: string; schedule: ReturnType<typeof parseSchedule> } {
  const zoneLength = clock.indexOf(' ');
  return { timeZone: clock.slice(0, zoneLength), schedule: parseSchedule(clock.slice(zoneLength + 1)) };
}

/** The last time of a clock that has come, and the next one; null if it is off. */
function findMoments(now: string, kind: RunKind, clock: string): { last: Moment; next: Moment } | null {
  const { timeZone, schedule } = parseClock(clock);
  if (schedule === null || schedule === 'invalid') return null;
  const { weekday, time: plainTime } = schedule;
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const latest = today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 });
  const toMoment = (weeks: number): Moment => {
    const day = latest.add({ weeks }).toString();
    const turn = addWeeks(toMonday(day), weekday <= 3 ? 0 : 1);
    const weekStart = kind === scheduledTypes.opens ? turn : addWeeks(turn, -1);
    return { day, weekStart, at: toInstant(day, plainTime, timeZone) };
  };
  const before = toMoment(-1);
  const latestOne = toMoment(0);
  const after = toMoment(1);
  const hasCome = Temporal.Instant.compare(latestOne.at, Temporal.Instant.from(now)) <= 0;
  return hasCome ? { last: latestOne, next: after } : { last: before, next: latestOne };
}

function toInstant(day: string, plainTime: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).toInstant();
}

function listTurns(now: string, first: string, { timeZone, schedule }: ReturnType<typeof parseClock>): Turns {
  const { time } = schedule as { time: string };
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const turns: Turns = { [today]: now };
  for (let day = addDays(today, 1); day <= addDays(first, mostDaysToWait); day = addDays(day, 1))
    turns[day] = toInstant(day, time, timeZone).toString();
  return turns;
}

/** The turns of a run that is opened manually: at once, or at this time of the day on a later day. */
export function listTurnsFrom(now: string, timeZone: string): Turns {
  const { weekday, hour, minute } = readLocalTime(now, timeZone);
  const schedule = { weekday, time: `${hour}:${minute}` };
  return listTurns(now, toLocalDate(now, timeZone), { timeZone, schedule });
}

/** When somebody is told who was to be told at a time, on a day that is free now: at this time of another day. */
export function moveToDay(at: string, day: string, timeZone: string): string {
  const { hour, minute } = readLocalTime(at, timeZone);
  return toInstant(day, `${hour}:${minute}`, timeZone).toString();
}

function readLocalTime(at: string, timeZone: string): { weekday: number; hour: string; minute: string } {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  const toDigits = (value: number): string => String(value).padStart(2, '0');
  return { weekday: local.dayOfWeek, hour: toDigits(local.hour), minute: toDigits(local.minute) };
}

/** A run whose time somebody has given up by changing their clock. It still notifies them, at that time. */
export type GivenUp = { kind: RunKind; weekStart: string; dueAt: string };

/**
 * Returns the runs that somebody would miss by changing their clock: the next time of the old clock was still to come, and the
 * time of the new clock has passed. Somebody who had no time before misses nothing.
 *
 * @param clocks the clock before and after, of each kind
 */
export function findGivenUp(
  now: string,
  clocks: readonly { kind: RunKind; before: string; after: string }[],
): GivenUp[] {
  return clocks.flatMap(({ kind, before, after }) => {
    const next = findMoments(now, kind, before)?.next;
    const last = findMoments(now, kind, after)?.last;
    if (!next || next.weekStart !== last?.weekStart) return [];
    return [{ kind, weekStart: next.weekStart, dueAt: next.at.toString() }];
  });
}

// Schedules in time zones, outages, and when a run is due: by looking at every day, which is not how the rule finds it.
import fc from 'fast-check';
import type { Clock } from '../../src/platform/time/schedule.ts';
import { parseTimezone } from '../../src/platform/time/weeks.ts';

const hour = 3_600_000;
export const toText = (at: number): string => new Date(at).toISOString();
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const zones = fc.oneof(
  fc.constantFrom('Europe/Berlin', 'Pacific/Auckland', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca'),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone').filter(parseTimezone)),
);
export const times = fc
  .tuple(fc.constantFrom(...weekdays), fc.integer({ min: 0, max: 95 }))
  .map(([day, quarter]) => `${day} ${toText(quarter * 900_000).slice(11, 16)}`);
/** From one check of a worker to the next, in quarters of an hour: mostly some, and outages of up to 48 hours. */
export const pauses = fc.array(
  fc.oneof({ arbitrary: fc.integer({ min: 1, max: 40 }), weight: 3 }, fc.integer({ min: 1, max: 192 })),
  { minLength: 50, maxLength: 50 },
);
type Time = { start: number; end: number };

/** When a worker looks, the pauses repeated. */
export function listChecks(gaps: readonly number[], { start, end }: Time): number[] {
  const checks: number[] = [];
  for (let at = start; at < end; at += ((gaps[checks.length % gaps.length] ?? 1) * hour) / 4) checks.push(at);
  return checks;
}

export function listTimes({ kind, clock }: Clock, { start, end }: Time): { weekStart: string; at: number }[] {
  const [zone = '', weekday = '', time = ''] = clock.split(' ');
  const found: { weekStart: string; at: number }[] = [];
  for (let day = start - 48 * hour; day < end + 48 * hour; day += 24 * hour) {
    const date = new Date(day);
    if (weekdays[date.getUTCDay()] !== weekday) continue;
    const at = Temporal.PlainDateTime.from(`${toText(day).slice(0, 10)}T${time}`).toZonedDateTime(zone);
    const daysToTurn =
      { Sunday: 1, Monday: 0, Tuesday: -1, Wednesday: -2, Thursday: 4, Friday: 3, Saturday: 2 }[weekday] ?? 0;
    const turn = day + daysToTurn * 24 * hour - (kind === 'goals.non_setters' ? 0 : 7 * 24 * hour);
    found.push({ weekStart: toText(turn).slice(0, 10), at: at.epochMilliseconds });
  }
  return found;
}

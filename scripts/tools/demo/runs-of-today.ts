// The weekly runs of the day on which a demo company is created: they count as opened, so that no reminder comes into a tour.
import { settings } from '../../../src/platform/settings/settings.ts';
import {
  findDueRuns,
  scheduledTypes,
  scheduleNames,
  trendTime,
  type Clock,
  type Run,
} from '../../../src/platform/time/schedule.ts';
import type { Company } from './companies.ts';

/** Lists the runs that a worker would open now, or later on this day in the time zone of the company. */
export function listRunsOfToday({ timezone }: Pick<Company, 'timezone'>, now: Date): Run[] {
  const clocks: Clock[] = [
    ...scheduleNames.map((name) => ({ kind: scheduledTypes[name], clock: `${timezone} ${settings[name].default}` })),
    { kind: 'trends.detect', clock: `${timezone} ${trendTime}` },
  ];
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).startOfDay();
  const endOfToday = today.add({ days: 1 }).subtract({ seconds: 1 }).toInstant().toString();
  const due = [now.toISOString(), endOfToday].flatMap((at) => findDueRuns(at, clocks, [], '1970-01-01T00:00:00Z'));
  const byRun = new Map(
    due.map(({ kind, weekStart, clocks: told }) => [`${kind} ${weekStart}`, { kind, weekStart, clocks: told }]),
  );
  return [...byRun.values()];
}

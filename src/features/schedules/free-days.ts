// Weekly runs leave people alone on their free days: whom one reaches then, because it waited or they took the day off since, is
// told on their next working day.
import { openCalendars } from '../absences/open-calendars.ts';
import { parseAbsence } from '../absences/rules.ts';
import { moveToDay } from '../../platform/time/schedule.ts';
import { addDays, toLocalDate } from '../../platform/time/weeks.ts';
import { findWorkingDay, isWorkingDay, mostDaysToWait } from '../../platform/time/working-days.ts';
import { getCalendar, type CalendarFacts } from '../../platform/settings/calendars.ts';
import { resolveSettings } from '../../platform/settings/settings.ts';

/** As cypher/includes/day_facts.cypher returns it. */
export type DayFacts = Omit<CalendarFacts, 'tenant'> & { timezone?: string; absences?: string[] };
export type TenantDayFacts = CalendarFacts['tenant'] & { timezone?: string };

/** Opens the calendars of people, before `findTurn` looks at them. @param now ISO 8601 */
export const openDays = (people: readonly DayFacts[], tenant: TenantDayFacts, now: string): Promise<void> =>
  openCalendars(
    people.map((own) => ({ ...own, tenant })),
    now.slice(0, 'YYYY-MM-DD'.length),
  );

/**
 * When somebody is told of a run.
 *
 * @param run.createdAt when it was to tell them first: it waits for six days, and comes at that time of the day
 * @returns `now` on a working day, however late that is; otherwise when the next one has come so far; null if none comes in time
 */
export function findTurn(
  { timezone, absences = [], ...own }: DayFacts,
  tenant: TenantDayFacts,
  { createdAt, now }: { createdAt: string; now: string },
): string | null {
  const zone = timezone ?? resolveSettings({ timezone: tenant.timezone ?? null }).timezone;
  const today = toLocalDate(now, zone);
  const calendar = getCalendar({ ...own, tenant });
  const away = absences.map(parseAbsence);
  if (isWorkingDay(today, calendar, away)) return now;
  const days = { from: today, to: addDays(toLocalDate(createdAt, zone), mostDaysToWait) };
  const day = findWorkingDay(days, calendar, away);
  return day === null ? null : moveToDay(createdAt, day, zone);
}

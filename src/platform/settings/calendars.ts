// The calendar of a person: the public holidays of their region, and the days of the week on which they work. These days are set
// for the person, else for the region, by entries such as `IL=Sunday Monday Tuesday Wednesday Thursday`, else for the tenant.
import { isRegion, listHolidays } from '../time/holidays.ts';
import { parseWorkingDays, usualWorkingDays, type Calendar } from '../time/working-days.ts';

const pattern = /^([^=]+)=([^=]+)$/;

export function isRegionWorkingDays(entry: string): boolean {
  const [, region = '', days = ''] = pattern.exec(entry) ?? [];
  return isRegion(region) && parseWorkingDays(days) !== null;
}

export function hasEachRegionOnce(entries: readonly string[]): boolean {
  return new Set(entries.map((entry) => pattern.exec(entry)?.[1])).size === entries.length;
}

/** What decides the calendar of a person, as stored; `none` is no region. */
export type CalendarFacts = {
  region?: string | null;
  workingDays?: string | null;
  tenant: { region?: string | null; workingDays?: string | null; regionWorkingDays?: string[] | null };
};

/** A region has the days of the widest of `DE-BY-A`, `DE-BY`, `DE` that comes first in this order and has some. */
export function getCalendar({ region: own, workingDays, tenant }: CalendarFacts): Calendar {
  const region = own ?? tenant.region ?? 'none';
  return {
    workingDays:
      workingDays ?? findRegionDays(region, tenant.regionWorkingDays ?? []) ?? tenant.workingDays ?? usualWorkingDays,
    isHoliday: (day) => listHolidays(region, Number(day.slice(0, 'YYYY'.length))).has(day),
  };
}

function findRegionDays(region: string, entries: readonly string[]): string | null {
  for (let place = region; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('-')))) {
    const entry = entries.find((one) => pattern.exec(one)?.[1] === place);
    if (entry !== undefined) return parseWorkingDays(pattern.exec(entry)?.[2] ?? '');
  }
  return null;
}

/** The key of people with neither region nor days of their own. */
export const noneOfTheirOwn = '-';

/** People with the same key have the same calendar: cypher/includes/calendar_key.cypher makes it of them. */
export function parseCalendarKey(key: string): Pick<CalendarFacts, 'region' | 'workingDays'> {
  const [region = noneOfTheirOwn, ...days] = key.split(' ');
  return { region: region === noneOfTheirOwn ? null : region, workingDays: days.join(' ') || null };
}

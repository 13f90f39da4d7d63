// The calendar of a person: the public holidays of their region, and the days of the week on which they work. These days are set
// for the person, else for the region, by entries such as `IL=Sunday Monday Tuesday Wednesday Thursday`, else for the tenant. Public
// holidays are those of the package, but for what the tenant has said by entries such as `CA-ON=-2027-03-29 +2027-12-27`.
import { isRegion, listHolidays } from '../time/holidays.ts';
import { parseWorkingDays, usualWorkingDays, type Calendar } from '../time/working-days.ts';

const pattern = /^([^=]+)=([^=]+)$/;
const freeDay = /^[+-]\d{4}-\d\d-\d\d$/;

export function isRegionWorkingDays(entry: string): boolean {
  const [, region = '', days = ''] = pattern.exec(entry) ?? [];
  return isRegion(region) && parseWorkingDays(days) !== null;
}

/** Whether it is a region with days that are free there (+) or not (-), each a day that there is, and once. */
export function isRegionFreeDays(entry: string): boolean {
  const [, region = '', words = ''] = pattern.exec(entry) ?? [];
  const days = words.split(' ');
  const areDays = days.every((day) => freeDay.test(day) && isDay(day.slice(1)));
  return isRegion(region) && areDays && new Set(days.map((day) => day.slice(1))).size === days.length;
}

const isDay = (text: string): boolean => new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) ?? false;

export function hasEachRegionOnce(entries: readonly string[]): boolean {
  return new Set(entries.map((entry) => pattern.exec(entry)?.[1])).size === entries.length;
}

/** What decides the calendar of a person, as stored; `none` is no region. */
export type CalendarFacts = {
  region?: string | null;
  workingDays?: string | null;
  tenant: {
    region?: string | null;
    workingDays?: string | null;
    regionWorkingDays?: string[] | null;
    regionFreeDays?: string[] | null;
  };
};

/** Whose public holidays a person has: those of their own region, or else those of the tenant's. */
export const getRegion = ({ region: own, tenant }: CalendarFacts): string => own ?? tenant.region ?? 'none';

/** A region has the days of the first of `DE-BY-A`, `DE-BY`, `DE` that has some, and of free days the first that names the day. */
export function getCalendar({ workingDays, tenant, ...own }: CalendarFacts): Calendar {
  const region = getRegion({ ...own, tenant });
  const said = listSaidDays(region, tenant.regionFreeDays ?? []);
  return {
    workingDays:
      workingDays ?? findRegionDays(region, tenant.regionWorkingDays ?? []) ?? tenant.workingDays ?? usualWorkingDays,
    isHoliday: (day) => said.get(day) ?? listHolidays(region, Number(day.slice(0, 'YYYY'.length))).has(day),
  };
}

function findRegionDays(region: string, entries: readonly string[]): string | null {
  const [days] = findEntries(region, entries);
  return days === undefined ? null : parseWorkingDays(days);
}

/** What is said of days of a region: whether each is free. What is said of the narrowest place comes last into the map, and counts. */
function listSaidDays(region: string, entries: readonly string[]): ReadonlyMap<string, boolean> {
  const said = findEntries(region, entries).flatMap((days) => days.split(' '));
  return new Map(said.toReversed().map((day) => [day.slice(1), day.startsWith('+')]));
}

/** What entries say of a region: of the place itself first, and of the country last. */
function findEntries(region: string, entries: readonly string[]): string[] {
  const found: string[] = [];
  for (let place = region; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('-'))))
    found.push(...entries.flatMap((one) => (pattern.exec(one)?.[1] === place ? (pattern.exec(one)?.[2] ?? []) : [])));
  return found;
}

/** The key of people with neither region nor days of their own. */
export const noneOfTheirOwn = '-';

/** People with the same key have the same calendar: cypher/includes/calendar_key.cypher makes it of them. */
export function parseCalendarKey(key: string): Pick<CalendarFacts, 'region' | 'workingDays'> {
  const [region = noneOfTheirOwn, ...days] = key.split(' ');
  return { region: region === noneOfTheirOwn ? null : region, workingDays: days.join(' ') || null };
}

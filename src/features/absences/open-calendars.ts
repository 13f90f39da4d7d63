// Opens calendars: has the public holidays of regions computed in a thread, because a region may take a tenth of a second a year.
import { runThread } from '../../platform/lib/threads.ts';
import { getRegion, type CalendarFacts } from '../../platform/settings/calendars.ts';
import { keepHolidays, needsHolidays } from '../../platform/time/holidays.ts';
import type { Opened, RegionYear } from './holidays-thread.ts';
import { getReach } from './rules.ts';

const program = new URL('./holidays-thread.ts', import.meta.url);
const heapMegabytes = 256;
let opening: Promise<void> = Promise.resolve();

/** The regions of people whose holidays this process does not have yet, for the years in which weeks are excused. */
export function listUnopened(people: readonly CalendarFacts[], today: string): string[] {
  const years = listYears(today);
  const regions = [...new Set(people.map(getRegion))];
  return regions.filter((region) => years.some((year) => needsHolidays(region, year)));
}

/**
 * Opens the calendars of people, after which `getCalendar` has their holidays at hand. A process opens one after the other, and
 * each once: there are as many as there are regions.
 *
 * @param today `YYYY-MM-DD`
 */
export async function openCalendars(people: readonly CalendarFacts[], today: string): Promise<void> {
  if (listUnopened(people, today).length === 0) return;
  const open = async (): Promise<void> => {
    const missing = listUnopened(people, today).flatMap((region) =>
      listYears(today).flatMap((year): RegionYear[] => (needsHolidays(region, year) ? [{ region, year }] : [])),
    );
    if (missing.length === 0) return;
    const onMessage = ({ region, year, days }: Opened): void => keepHolidays(region, year, days);
    await runThread<Opened>(program, missing, { heapMegabytes, onMessage });
  };
  opening = opening.then(open, open);
  await opening;
}

function listYears(today: string): number[] {
  const [first = 0, last = 0] = Object.values(getReach(today)).map((day) => Number(day.slice(0, 'YYYY'.length)));
  return Array.from({ length: last - first + 1 }, (_, year) => first + year);
}

// The thread of calendars that are opened: it posts the public holidays of each region and year that it is given.
import { parentPort, workerData } from 'node:worker_threads';
import { listHolidays } from '../../platform/time/holidays.ts';

export type RegionYear = { region: string; year: number };
export type Opened = RegionYear & { days: ReadonlySet<string> };

for (const { region, year } of workerData as RegionYear[])
  parentPort?.postMessage({ region, year, days: listHolidays(region, year) } satisfies Opened);

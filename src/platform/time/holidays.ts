// Public holidays by region, as the package date-holidays knows them.
import { createRequire } from 'node:module';
import type Holidays from 'date-holidays';
import { LRUCache } from 'lru-cache';
import { toNameKey } from '../lib/names.ts';

const msPerDay = 86_400_000;
/** A country takes up to 100 ms a year, so a process that answers requests has them computed in a thread (`keepHolidays`). */
const known = new Map<string, ReadonlySet<string>>();

/** Loads the package with the first region: a hundred modules, which commands mostly do not need. */
const load = createRequire(import.meta.url);
const open = (...region: string[]): Holidays => new (load('date-holidays') as typeof Holidays)(...(region as [string]));

/** Loads the package, which takes 100 ms. A process that answers requests does so before the first one. */
export const loadRegions = (): void => void open();

const knownRegions = new LRUCache<string, boolean>({ max: 1_000 });

/** Whether it is a country, a part of it, or a place in that: `DE`, `DE-BY`, `DE-BY-A`. */
export function isRegion(text: string): boolean {
  const isKnown = knownRegions.get(text) ?? findPlace(text);
  knownRegions.set(text, isKnown);
  return isKnown;
}

function findPlace(text: string): boolean {
  const [country = '', state, place, ...rest] = text.split('-');
  const all = open();
  const has = (names: Record<string, string> | undefined, name = ''): boolean => Object.hasOwn(names ?? {}, name);
  if (!has(all.getCountries(), country) || rest.length > 0) return false;
  if (state !== undefined && !has(all.getStates(country), state)) return false;
  return place === undefined || has(all.getRegions(country, state ?? ''), place);
}

/**
 * The region that an address names.
 *
 * @param country a code, or a name in English or the language of the country
 * @param state a code or a name; one that is unknown counts for nothing
 * @returns null for a country that is unknown
 */
export function findRegion(country: string, state: string | null): string | null {
  const all = open();
  const code = findCode(country, all.getCountries('en')) ?? findCode(country, all.getCountries());
  if (code === undefined) return null;
  const part = state === null ? undefined : findCode(state.replace(`${code}-`, ''), all.getStates(code) ?? {});
  return part === undefined ? code : `${code}-${part}`;
}

function findCode(text: string, names: Record<string, string>): string | undefined {
  const isSame = ([code, name]: [string, string]): boolean =>
    code === text.toUpperCase() || toNameKey(name) === toNameKey(text);
  return Object.entries(names).find(isSame)?.[0];
}

const noDays: ReadonlySet<string> = new Set();
const toKey = (region: string, year: number): string => `${region} ${year}`;

/** The public holidays of a year that are whole days, `YYYY-MM-DD`; none for a region that is not known. */
export function listHolidays(region: string, year: number): ReadonlySet<string> {
  if (region === 'none') return noDays;
  const days = known.get(toKey(region, year)) ?? computeHolidays(region, year);
  keepHolidays(region, year, days);
  return days;
}

/** Whether `listHolidays` would have to compute them. */
export const needsHolidays = (region: string, year: number): boolean =>
  region !== 'none' && !known.has(toKey(region, year));

/** Keeps what `listHolidays` has returned elsewhere. */
export function keepHolidays(region: string, year: number, days: ReadonlySet<string>): void {
  known.set(toKey(region, year), days);
}

function computeHolidays(region: string, year: number): ReadonlySet<string> {
  const found = open(...region.split('-')).getHolidays(year) ?? [];
  return new Set(
    found
      .filter(({ type, date }) => type === 'public' && date.includes(' 00:00'))
      .flatMap(({ date, start, end }) => {
        const days = Math.round((end.getTime() - start.getTime()) / msPerDay - 0.4); // with the change to summer time
        const first = Temporal.PlainDate.from(date.slice(0, 'YYYY-MM-DD'.length));
        return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
      }),
  );
}

// How an event repeats: the rules of days, weeks, months and years that calendars of absences have. No IO.
import ICAL from 'ical.js';

/** What is wrong with an event, as the predicate of a sentence. */
export class EventFault extends Error {}

/** `until` is the last day; null without one. Weekdays count from 1 (Monday) to 7, `nth` is 0 for all of a kind. */
export type Rule = {
  unit: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number | null;
  until: number | null;
  weekStart: number;
  weekdays: readonly { weekday: number; nth: number }[];
  days: readonly number[];
  months: readonly number[];
};

const units = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const parts = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']);
const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const toWeekday = (name: string): number => weekdayNames.indexOf(name) + 1;

/**
 * Reads a rule. The library reads its parts; its iterator is not used, because it does not end for some rules.
 *
 * @throws {EventFault} for rules of hours, minutes and seconds, and for parts that say more than days
 */
export function readRule(text: string, toDay: (until: string) => number): Rule {
  const given = new Map(
    text
      .trim()
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => part.split('=', 2) as [string, string | undefined]),
  );
  const shown = [...given]
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
    .slice(0, 60);
  const refuse = (): never => {
    throw new EventFault(`repeats in a way that is not read (${shown})`);
  };
  if ([...given].some(([name, value]) => !parts.has(name) || !value)) return refuse();
  const until = given.get('UNTIL');
  given.delete('UNTIL');
  let rule: InstanceType<typeof ICAL.Recur>;
  try {
    rule = ICAL.Recur.fromString([...given].map((part) => part.join('=')).join(';'));
  } catch {
    return refuse();
  }
  const unit = units.find((one) => one === rule.freq) ?? refuse();
  const list = (name: 'BYDAY' | 'BYMONTH' | 'BYMONTHDAY'): string[] => [rule.parts[name] ?? []].flat().map(String);
  const weekdays = list('BYDAY').map((one) => ({ weekday: toWeekday(one.slice(-2)), nth: Number(one.slice(0, -2)) }));
  const months = list('BYMONTH').map(Number);
  const hasNth = weekdays.some(({ nth }) => nth !== 0);
  if (hasNth && !(unit === 'MONTHLY' || (unit === 'YEARLY' && months.length > 0))) return refuse();
  const { interval = 1, count } = rule;
  if (!Number.isInteger(interval) || interval < 1 || interval > 10_000) return refuse();
  if (count !== null && count !== undefined && (!Number.isInteger(count) || count < 1)) return refuse();
  return {
    unit,
    interval,
    count: count ?? null,
    until: until === undefined ? null : toDay(until),
    weekStart: toWeekday(given.get('WKST') ?? 'MO'),
    weekdays,
    days: list('BYMONTHDAY').map(Number),
    months,
  };
}

/** How many days `listDays` looks at: it is known before they are looked at. @param from @param to of the days that are wanted */
export function countDaysLookedAt(rule: Rule, first: number, from: number, to: number): number {
  const begin = rule.count === null ? Math.max(first, from) : first;
  return Math.max(0, Math.min(to, rule.until ?? to) - begin + 1);
}

/** The days from `from` to `to` on which a rule has an event that begins first on the day `first`, which always counts. */
export function listDays(rule: Rule, first: number, from: number, to: number): number[] {
  const isOn = createTest(rule, first);
  const found: number[] = [];
  const last = Math.min(to, rule.until ?? to);
  let left = rule.count ?? Infinity;
  for (let day = rule.count === null ? Math.max(first, from) : first; day <= last && left > 0; day += 1) {
    if (day !== first && !isOn(day)) continue;
    left -= 1;
    if (day >= from) found.push(day);
  }
  return found;
}

type Parts = { year: number; month: number; day: number; weekday: number; daysOfMonth: number };

function createTest(rule: Rule, first: number): (day: number) => boolean {
  const { unit, interval, weekStart } = rule;
  const begin = toParts(first);
  const weekdays = rule.weekdays.length > 0 || unit !== 'WEEKLY' ? rule.weekdays : [{ weekday: begin.weekday, nth: 0 }];
  const isByMonth = unit === 'MONTHLY' || unit === 'YEARLY';
  const isPlain = isByMonth && weekdays.length === 0 && rule.days.length === 0;
  const days = isPlain ? [begin.day] : rule.days;
  const months = isPlain && unit === 'YEARLY' && rule.months.length === 0 ? [begin.month] : rule.months;
  const weekOf = (day: number, weekday: number): number => (day - ((weekday - weekStart + 7) % 7)) / 7;
  const isInTurn = (day: number, { year, month, weekday }: Parts): boolean => {
    if (unit === 'DAILY') return (day - first) % interval === 0;
    if (unit === 'WEEKLY') return (weekOf(day, weekday) - weekOf(first, begin.weekday)) % interval === 0;
    if (unit === 'MONTHLY') return (12 * (year - begin.year) + month - begin.month) % interval === 0;
    return (year - begin.year) % interval === 0;
  };
  return (day) => {
    const at = toParts(day);
    return (
      isInTurn(day, at) &&
      (months.length === 0 || months.includes(at.month)) &&
      (days.length === 0 || days.includes(at.day) || days.includes(at.day - at.daysOfMonth - 1)) &&
      (weekdays.length === 0 || weekdays.some((one) => one.weekday === at.weekday && isNth(one.nth, at)))
    );
  };
}

const isNth = (nth: number, { day, daysOfMonth }: Parts): boolean =>
  nth === 0 || nth === Math.ceil(day / 7) || nth === -Math.ceil((daysOfMonth - day + 1) / 7);

/** The parts of a day, counted from 1970, in the Gregorian calendar: without objects of dates, which are slow by the million. */
function toParts(number: number): Parts {
  const shifted = number + 719_468; // days since 1 March of the year 0
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const daysOfMonth = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return {
    year,
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
    weekday: ((((number + 3) % 7) + 7) % 7) + 1,
    daysOfMonth,
  };
}

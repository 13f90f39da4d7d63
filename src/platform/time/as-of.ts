// The time as of which an org chart is shown: an instant, or a date, which is the end of that day in the tenant's time zone.
import { yearSource } from '../schema/values.ts';
import { toLocalDate } from './weeks.ts';

/** What queries take as `$view`: the reporting line as of a time, or as if a plan were applied. */
type View = { asOf: string | null; planId: string | null };
/** The parameters of a query along another line than today's. A date in the view that is the day of `now` means `now`. */
export type ViewParams = { view: View; now: string };

/** @param asOf from `parseAsOf` */
export const toViewAsOf = (asOf: string, now: string): ViewParams => ({ view: { asOf, planId: null }, now });

const yearPattern = new RegExp(`^${yearSource}-`);

/** Returns a date as it is and an instant in UTC; null for any other text. */
export function parseAsOf(text: string): string | null {
  try {
    const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
    const time = isDate ? Temporal.PlainDate.from(text) : Temporal.Instant.from(text);
    const asOf = time.toString();
    return yearPattern.test(asOf) ? asOf : null;
  } catch {
    return null;
  }
}

/**
 * Whether the time is later than now. Today, whose end is yet to come, means now.
 *
 * @param asOf from `parseAsOf`
 */
export function isInFuture(asOf: string, now: string, timezone: string): boolean {
  return isLater(asOf, now, now, timezone);
}

/**
 * Whether a time is later than another. A date is the end of that day, or now if it is today.
 *
 * @param time from `parseAsOf`, as `other`
 */
export function isLater(time: string, other: string, now: string, timezone: string): boolean {
  const toInstant = (text: string): Temporal.Instant => {
    if (text.includes('T')) return Temporal.Instant.from(text);
    if (text === toLocalDate(now, timezone)) return Temporal.Instant.from(now);
    const nextDay = Temporal.PlainDate.from(text).add({ days: 1 });
    return nextDay.toZonedDateTime(timezone).toInstant().subtract({ milliseconds: 1 });
  };
  return Temporal.Instant.compare(toInstant(time), toInstant(other)) > 0;
}

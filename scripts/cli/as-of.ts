// The option --as-of of commands: the chart as of an earlier time.
import { InvalidArgumentError, Option } from 'commander';
import type { Tenant } from '../../src/features/organisation/tenants/tenants.ts';
import { dayOrInstantExpected } from '../../src/platform/schema/values.ts';
import { isInFuture, parseAsOf, toViewAsOf, type ViewParams } from '../../src/platform/time/as-of.ts';

export function asOfOption(description = 'the chart as of the end of this day, or of this instant'): Option {
  return new Option('--as-of <time>', description).argParser(parseTime);
}

/** Parses a date or an instant. */
export function parseTime(text: string): string {
  const asOf = parseAsOf(text);
  if (asOf === null) throw new InvalidArgumentError(`It is not a time; write ${dayOrInstantExpected}.`);
  return asOf;
}

/** @throws {Error} if the time is in the future */
export function assertPast(asOf: string | undefined, { timezone }: Tenant, now: string): void {
  if (asOf !== undefined && isInFuture(asOf, now, timezone)) throw new Error(`${asOf} is in the future.`);
}

/**
 * Returns the view as of a time; null without one.
 *
 * @throws {Error} if the time is in the future
 */
export function toViewParams(asOf: string | undefined, tenant: Tenant, now: string): ViewParams | null {
  assertPast(asOf, tenant, now);
  return asOf === undefined ? null : toViewAsOf(asOf, now);
}

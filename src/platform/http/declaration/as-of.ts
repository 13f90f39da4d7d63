// The query parameter `asOf` of charts: an earlier time.
import { failInvalid } from '../../errors.ts';
import { DayOrInstant, dayOrInstantExpected, optionalField } from '../../schema/values.ts';
import { parseAsOf } from '../../time/as-of.ts';

export const asOfQuery = {
  asOf: optionalField(
    DayOrInstant,
    'Shows the chart as of an instant, or of the end of a day in the time zone of the tenant; default: now',
    '2026-11-01',
  ),
};

/** @throws {ApiError} VALIDATION_ERROR if the text is no time that the database knows */
export function toAsOf(text: string, parameter = 'asOf'): string {
  return parseAsOf(text) ?? failTime(parameter, `must be ${dayOrInstantExpected}.`);
}

/**
 * Only the query knows the time zone of the tenant, so that it says whether the time is later than now.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function assertNotInFuture({ isInFuture }: { isInFuture?: boolean | null }, parameter = 'asOf'): void {
  if (isInFuture) failTime(parameter, 'must not be in the future.');
}

export const failTime = (parameter: string, what: string): never =>
  failInvalid([{ parameter, message: `${parameter} ${what}` }]);

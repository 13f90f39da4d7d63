// Parses `--week`: any day of the week.
import { InvalidArgumentError } from 'commander';
import { toMonday } from '../../../src/platform/time/weeks.ts';

/** Returns the Monday of the week of a day. @throws {InvalidArgumentError} when it is not a date */
export function parseWeek(day: string): string {
  try {
    return toMonday(day);
  } catch {
    throw new InvalidArgumentError('It is not a date; write YYYY-MM-DD.');
  }
}

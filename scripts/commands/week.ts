// The value of `--week`: any day of the week that is meant.
import { InvalidArgumentError } from 'commander';
import { toMonday } from '../../src/rules/weeks.ts';

/** The Monday of the week of a day. @throws {InvalidArgumentError} when it is no day */
export function parseWeek(day: string): string {
  try {
    return toMonday(day);
  } catch {
    throw new InvalidArgumentError('It is no date; write YYYY-MM-DD.');
  }
}

// The value of `--week`: any day of the week that is meant.
import { InvalidArgumentError } from 'commander';
import { mondayOf } from '../../src/rules/weeks.ts';

/** The Monday of the week of a day. @throws {InvalidArgumentError} when it is no day */
export function monday(day: string): string {
  try {
    return mondayOf(day);
  } catch {
    throw new InvalidArgumentError('It is no date; write YYYY-MM-DD.');
  }
}

// A file that a command takes in, and its faults.
import { readFileSync } from 'node:fs';
import type { Fault } from '../../src/org/read-rows.ts';
import { pluralize } from '../../src/pluralize.ts';
import { logToStderr } from '../output.ts';

/** The bytes of a file. @throws {Error} one sentence when it cannot be read */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}

/** Lists the faults of a file that was refused; exit code 1. */
export function refuseFile(file: string, faults: Fault[]): void {
  for (const { row, message } of faults) logToStderr(row === null ? message : `row ${row}: ${message}`);
  logToStderr(`${file} has ${pluralize(faults.length, 'fault')}; nothing was changed.`);
  process.exitCode = 1;
}

// Reads an input file, and reports its faults.
import { readFileSync } from 'node:fs';
import type { Fault } from '../../../src/org/read-table.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { logToStderr } from '../output.ts';

/** Reads a file. @throws {Error} with a message for the user */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}

/** Prints the faults of a rejected file; exit code 1. */
export function rejectFile(file: string, faults: Fault[]): void {
  for (const { row, message } of faults) logToStderr(row === null ? message : `row ${row}: ${message}`);
  logToStderr(`${file} has ${pluralize(faults.length, 'fault')}; nothing was changed.`);
  process.exitCode = 1;
}

// Reads an input file, and reports its faults. `--map` says which columns its titles stand for.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import type { Fault } from '../../../src/features/organisation/import/read-table.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { logToStderr } from '../output.ts';

/** Reads a file, or the standard input, which is named `-`. @throws {Error} with a message for the user */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return await (file === '-' ? buffer(process.stdin) : readFile(file));
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}

/** Prints the faults of a rejected file; exit code 1. */
export function rejectFile(file: string, faults: Fault[]): void {
  const name = file === '-' ? 'The standard input' : file;
  for (const { row, message } of faults) logToStderr(row === null ? message : `row ${row}: ${message}`);
  logToStderr(`${name} has ${pluralize(faults.length, 'fault')}; nothing was changed.`);
  process.exitCode = 1;
}

/** Adds `title=column` to the titles. @throws {InvalidArgumentError} */
export function addTitle(text: string, titles: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as "title=column".');
  return { ...titles, [text.slice(0, at)]: text.slice(at + 1) };
}

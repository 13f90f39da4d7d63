// Runs a command of the command line: what it says, and its exit code.
import { CommanderError } from 'commander';
import { formatError } from './format-error.ts';
import { beginOutput, logToStderr, printFault, waiting } from './output.ts';
import { createProgram } from './program.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { findStack } from '../stack/find-stack.ts';

/** Ends the process of a command whose connection to an unresponsive server stays open. */
export const exitTimeoutMs = 2_000;

/** Returns the exit code, for which commands set that of the process. A process may run several, one after the other. */
export async function runCommand(words: readonly string[]): Promise<number> {
  if (!process.env['CHECKIN_TENANT']) delete process.env['CHECKIN_TENANT']; // an empty value counts as missing
  process.exitCode = undefined; // not 0, with which a process would end that can wait for nothing more
  const wantsJson = words.includes('--json');
  beginOutput();
  waiting.start();
  try {
    await createProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      if (wantsJson && process.exitCode === 2) await printFault('USAGE', error.message.replace(/^error: /, ''));
    } else {
      if (wantsJson) await printFault(error instanceof ApiError ? error.code : 'FAILED', formatError(error));
      logToStderr(formatError(error));
      if (isSeeding()) logToStderr('"npm start" is still writing the demo companies; try again in a moment.');
      process.exitCode = 1;
    }
  } finally {
    waiting.stop();
  }
  return Number(process.exitCode ?? 0);
}

/** True when the command used the stack of this checkout while its demo data was being written. */
function isSeeding(): boolean {
  return !process.env['NEO4J_URI'] && (findStack()?.seeding ?? false);
}

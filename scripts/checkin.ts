// The command line of the service. Data goes to stdout, messages to stderr; exit code 1 is a failure, 2 a usage error.
import { CommanderError } from 'commander';
import { formatError } from './cli/format-error.ts';
import { logToStderr, printFault, waiting } from './cli/output.ts';
import { ApiError } from '../src/errors.ts';
import { createProgram } from './cli/program.ts';
import { readStack } from './stack/state.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe
  logToStderr(`The output cannot be written: ${error.message}`);
  process.exit(1);
});

/** Ends a command whose connection to an unresponsive server stays open. */
const exitTimeoutMs = 2_000;

if (!process.env['CHECKIN_TENANT']) delete process.env['CHECKIN_TENANT']; // an empty value counts as missing

const wantsJson = process.argv.includes('--json');
waiting.start();
try {
  await createProgram().parseAsync(process.argv);
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
setTimeout(() => process.exit(), exitTimeoutMs).unref();

/** True when the command used the stack of this checkout while its demo data was being written. */
function isSeeding(): boolean {
  return !process.env['NEO4J_URI'] && (readStack()?.seeding ?? false);
}

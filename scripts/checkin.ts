// The command line of the service: `checkin …`. Data on stdout, complaints on stderr; exit code 1 for a fault, 2 for misuse.
import { CommanderError } from 'commander';
import { formatError } from './format-error.ts';
import { logToStderr } from './output.ts';
import { createProgram } from './program.ts';
import { readStack } from './stack/state.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever was reading has seen enough
  logToStderr(`The output cannot be written: ${error.message}`);
  process.exit(1);
});

/** A connection to a server that has gone silent must not keep a command from ending. */
const endedWithinMs = 2_000;

if (!process.env['CHECKIN_TENANT']) delete process.env['CHECKIN_TENANT']; // an empty one names no tenant

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    logToStderr(formatError(error));
    if (isSeeding()) logToStderr('"npm start" is still writing the demo company: try again in a moment.');
    process.exitCode = 1;
  }
}
setTimeout(() => process.exit(), endedWithinMs).unref();

/** True when the command used the stack of this checkout, and that is not filled yet. */
function isSeeding(): boolean {
  return !process.env['NEO4J_URI'] && (readStack()?.seeding ?? false);
}

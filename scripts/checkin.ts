// The command line of the service. Data goes to stdout, messages to stderr; exit code 1 is a failure, 2 a usage error.
import { logToStderr } from './cli/output.ts';
import { exitTimeoutMs, runCommand } from './cli/run-command.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe
  logToStderr(`The output cannot be written: ${error.message}`);
  process.exit(1);
});

process.exitCode = await runCommand(process.argv.slice(2));
setTimeout(() => process.exit(), exitTimeoutMs).unref();

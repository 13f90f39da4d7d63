// Stops the running stack of this checkout for a backup, and starts it again in the background.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../src/project-folder.ts';
import { waitUntilHealthy } from '../stack/processes.ts';
import { dataPaths, isAlive, type Stack } from '../stack/state.ts';

const stopWithinMs = 120_000;

/** Stops the stack as Ctrl-C does. @throws {Error} when it has not ended in time */
export async function stopStack({ pid }: Pick<Stack, 'pid'>): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + stopWithinMs;
  while (isAlive(pid)) {
    // polled: only its parent receives an event for that
    if (Date.now() > deadline)
      throw new Error(`The stack (process ${pid}) did not stop within ${stopWithinMs / 1000} s.`);
    await pause(100);
  }
}

/**
 * Starts the stack as `npm start` does, on the same port, and returns once the API answers. It goes on when this process ends.
 *
 * @returns the process and the file of its output
 */
export async function startStack(
  stateDir: string,
  { api }: Pick<Stack, 'api'>,
): Promise<{ pid: number; output: string }> {
  const output = join(dataPaths(stateDir).data, 'start.log');
  const log = openSync(output, 'a', 0o600);
  const env = { ...process.env, STATE_DIR: stateDir, PORT: new URL(api.url).port };
  delete (env as NodeJS.ProcessEnv)['npm_lifecycle_event']; // with it, the stack would end with the npm of this command
  const stack = spawn(process.execPath, [join(projectFolder, 'scripts/bootstrap.mjs'), 'start'], {
    cwd: projectFolder,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<string>((resolve) => {
    stack.once('error', (error) => resolve(`The stack could not be started: ${error.message}`));
    stack.once('exit', (code) => resolve(`The stack ended with code ${code}; see ${output}.`));
  });
  stack.unref();
  await waitUntilHealthy({ ended }, new URL('/readyz', api.url).href);
  return { pid: stack.pid ?? 0, output };
}

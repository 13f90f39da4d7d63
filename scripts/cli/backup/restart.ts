// Stops the running stack of this checkout for a backup, and starts it again in the background.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { logToStderr } from '../output.ts';
import { waitUntilHealthy } from '../../stack/processes.ts';
import { findHealthAddress, withSettings } from '../../stack/settings.ts';
import { dataPaths, isAlive, type Stack } from '../../stack/state.ts';

const stopWithinMs = 120_000;
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Stops the stack, does the work and starts the stack again, also when the work fails. A signal does not end this
 * process meanwhile, because the service would stay stopped.
 */
export async function aroundRestart<T>(stateDir: string, stack: Stack, work: () => Promise<T>): Promise<T> {
  const explain = (): void => logToStderr('Interrupted: this command ends after the stack is started again.');
  for (const signal of interruptions) process.on(signal, explain);
  try {
    logToStderr('Stopping the stack');
    await stopStack(stack);
    return await work().finally(async () => {
      logToStderr('Starting the stack');
      const { pid, output } = await startStack(stateDir, stack);
      logToStderr(`The stack runs in the background (process ${pid}; its output is in ${output}).`);
    });
  } finally {
    for (const signal of interruptions) process.off(signal, explain);
  }
}

/** Stops the stack as Ctrl-C does. @throws {Error} when it has not ended in time */
async function stopStack({ pid }: Pick<Stack, 'pid'>): Promise<void> {
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
 * Starts the stack as `npm start` does, on the same port and with the settings it had, and returns once the API
 * answers. It goes on when this process ends.
 *
 * @returns the process and the file of its output
 */
async function startStack(
  stateDir: string,
  { api, settings }: Pick<Stack, 'api' | 'settings'>,
): Promise<{ pid: number; output: string }> {
  const output = join(dataPaths(stateDir).data, 'start.log');
  const log = openSync(output, 'a', 0o600);
  const env: NodeJS.ProcessEnv = {
    ...withSettings(process.env, settings),
    STATE_DIR: stateDir,
    PORT: new URL(api.url).port,
  };
  delete env['npm_lifecycle_event']; // with it, the stack would end with the npm of this command
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
  await waitUntilHealthy({ ended }, `${findHealthAddress(api.url, settings)}/readyz`);
  return { pid: stack.pid ?? 0, output };
}

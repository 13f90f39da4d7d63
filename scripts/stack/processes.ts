// Runs a program of this project as a process of its own that cannot outlive us.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from './state.ts';

/** How long a process may drain after SIGTERM before it is killed. */
const DRAIN_MS = 30_000;

/** `ended` resolves with a sentence once the process is gone; `stop` lets it drain, `kill` does not. */
export type Running = { ended: Promise<string>; stop: () => Promise<void>; kill: () => void };

/**
 * Starts a compiled file of this project, such as `dist/src/server.js`. The IPC channel is the lifeline: the process ends itself when it breaks. A
 * session of its own keeps the terminal's Ctrl-C away from it, so that we decide the order of the end.
 */
export function run(title: string, file: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [file], {
    cwd: projectRoot,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${title} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`${title} ended ${signal ? `by ${signal}` : `with code ${code}`}.`));
  });
  const kill = () => void child.kill('SIGKILL');
  return {
    ended,
    kill,
    stop: async () => {
      const impatience = setTimeout(kill, DRAIN_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(impatience);
    },
  };
}

/**
 * Resolves once `<url>` answers 200. Throws when the process ends first, or after `timeoutMs`.
 *
 * @param onAnswer called for each other answer before that
 */
export async function untilHealthy(
  running: Running,
  url: string,
  { timeoutMs = 120_000, onAnswer = (): void => undefined } = {},
): Promise<void> {
  let end: string | undefined;
  void running.ended.then((sentence) => (end = sentence));
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const status = await fetchStatus(url);
    if (status === 200) return;
    if (status !== null) onAnswer();
    if (end !== undefined) throw new Error(end);
    if (Date.now() > deadline) throw new Error(`${url} was not healthy within ${timeoutMs / 1000} s.`);
    await Promise.race([pause(100), running.ended]);
  }
}

/** The status of the answer, or null when there is none. */
async function fetchStatus(url: string): Promise<number | null> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status;
  } catch {
    return null;
  }
}

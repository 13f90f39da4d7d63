// Runs a program of this project in a child process that cannot outlive this one.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';

/** A process is killed when it has not drained so long after SIGTERM. */
const DRAIN_MS = 30_000;

/** `ended` resolves with a description once the process is gone; `stop` lets it drain, `kill` does not. */
export type RunningProcess = { ended: Promise<string>; stop: () => Promise<void>; kill: () => void };

/**
 * Starts a file of this project, such as `src/app/server.ts`. The process ends itself when the IPC channel
 * closes. It runs in its own session: the terminal's Ctrl-C does not reach it, and this process decides the order of the
 * shutdown.
 */
export function startProcess(title: string, file: string, env: NodeJS.ProcessEnv): RunningProcess {
  const child = spawn(process.execPath, [file], {
    cwd: projectFolder,
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
      const killTimer = setTimeout(kill, DRAIN_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(killTimer);
    },
  };
}

/** Says of a process of `npm start` that has ended why the others end, too. */
export const explainEnd = (reason: string): string =>
  `${reason} Nothing works for long without it, so everything stops; what it said last is above. "npm start" starts again.`;

/**
 * How long a process may not answer, and how long it may answer that it is not ready. A busy machine plans queries for
 * minutes.
 */
const waitLimits = { silentMs: 120_000, unreadyMs: 1_200_000 };

/**
 * Resolves once `<url>` answers 200, or a person gets an answer, which may be a refusal.
 *
 * @param options.token of the person who asks
 * @throws {Error} when the process ends first, does not answer for `silentMs`, or is not ready after `unreadyMs`
 */
export async function waitUntilHealthy(
  running: Pick<RunningProcess, 'ended'>,
  url: string,
  {
    silentMs = waitLimits.silentMs,
    unreadyMs = waitLimits.unreadyMs,
    token,
  }: { silentMs?: number; unreadyMs?: number; token?: string | undefined } = {},
): Promise<void> {
  let endReason: string | undefined;
  void running.ended.then((sentence) => (endReason = sentence));
  const started = Date.now();
  let answeredAt = started;
  for (;;) {
    const status = await fetchStatus(url, token);
    if (status === 200 || (token && status !== null && status < 500)) return;
    const now = Date.now();
    if (status !== null) answeredAt = now;
    if (endReason !== undefined) throw new Error(endReason);
    if (now - answeredAt > silentMs) throw new Error(`${url} did not answer for ${silentMs / 1000} s.`);
    if (now - started > unreadyMs) throw new Error(`${url} was not ready within ${unreadyMs / 1000} s.`);
    await Promise.race([pause(100), running.ended]);
  }
}

/** Waits until each query of a process has its plan, as `/readyz` says, or the process ends. */
export async function waitUntilPlanned(running: Pick<RunningProcess, 'ended'>, readyz: string): Promise<void> {
  let hasEnded = false;
  void running.ended.then(() => (hasEnded = true));
  while (!hasEnded) {
    const state = await fetch(readyz).then(
      (answer) => answer.json() as Promise<{ plannedQueries?: { made: number; all: number } }>,
      () => null,
    );
    const plans = state?.plannedQueries;
    if (plans && plans.made === plans.all) return;
    await Promise.race([pause(1_000), running.ended]);
  }
}

/** Returns the status of the answer; null without an answer. */
async function fetchStatus(url: string, token?: string): Promise<number | null> {
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

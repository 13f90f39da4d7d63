// Starts a foreign server under its supervisor, watches it become ready, and clears what a crash left behind.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, projectRoot } from './state.ts';

/** `mark`: a piece of text that the server's own command line is sure to carry, to know it again by. */
export type ServerSpec = {
  title: string;
  command: string;
  args: string[];
  cwd: string;
  logFile: string;
  pidFile: string;
  mark: string;
};

/** `dir` is the data folder of this run's name below the state folder; `fresh` empties the server's part of it. */
export type RunOptions = { dir: string; fresh: boolean; log: (line: string) => void };

/** `ended` resolves with who ended and why once the server is gone; `stop` asks for that and waits for it. */
export type SupervisedProcess = { pid: number; ended: Promise<string>; stop: () => Promise<void> };

/** Starts the server in a session of its own, out of reach of the terminal's Ctrl-C. */
export async function supervise(spec: ServerSpec): Promise<SupervisedProcess> {
  const supervisor = spawn(
    process.execPath,
    [join(projectRoot, 'scripts/stack/supervisor.mjs'), JSON.stringify(spec)],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  supervisor.stdin.on('error', () => {});
  let reason = 'lost its supervisor';
  const ended = new Promise<string>((resolve) => supervisor.once('close', () => resolve(`${spec.title} ${reason}`)));
  const pid = await new Promise<number | null>((resolve) => {
    createInterface({ input: supervisor.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as { pid?: number; ended?: string };
      if (message.ended) reason = message.ended;
      resolve(message.pid ?? null);
    });
    supervisor.once('close', () => resolve(null));
  });
  if (pid === null) throw new Error(`${await ended}.`);
  return {
    pid,
    ended,
    stop: async () => {
      supervisor.stdin.end();
      await ended;
    },
  };
}

/**
 * Asks `attempt` until it says true. Throws, with the end of the server's log, when the server dies first or
 * `timeoutMs` pass, and ends a server that did not become ready. None of them has an event for "I answer now",
 * hence the short pause between two questions.
 */
export async function untilReady(
  server: SupervisedProcess,
  spec: ServerSpec,
  attempt: () => Promise<boolean>,
  timeoutMs = 90_000,
) {
  const deadline = Date.now() + timeoutMs;
  let death: string | undefined;
  void server.ended.then((reason) => (death = reason));
  try {
    while (!(await attempt())) {
      if (death !== undefined) throw new Error(`${death} while starting.${logTail(spec.logFile)}`);
      if (Date.now() > deadline) {
        throw new Error(`${spec.title} did not answer within ${timeoutMs / 1000} s.${logTail(spec.logFile)}`);
      }
      await Promise.race([pause(100), server.ended]);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Makes way for a new start on the same data: ends a server whose supervisor was killed, waits for one that is
 * just shutting down. Throws when a living process still uses the data.
 */
export async function clearLeftover(pidFile: string, title: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(pidFile)) return;
  const left = readPidFile(pidFile);
  if (left && isSameServer(left.server, left.mark)) {
    const supervisorLives = isAlive(left.supervisor);
    if (supervisorLives && isAlive(left.owner)) {
      throw new Error(`${title}'s data is in use by process ${left.owner}. Stop that one, or set another STATE_DIR.`);
    }
    log(`${title} of an earlier run is still there (process ${left.server}); waiting for its end`);
    if (!supervisorLives) process.kill(left.server, 'SIGTERM');
    if (!(await isGone(left, 26_000))) process.kill(left.server, 'SIGKILL');
    await isGone(left, 5_000);
  }
  rmSync(pidFile, { force: true });
}

function readPidFile(file: string): { owner: number; supervisor: number; server: number; mark: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readPidFile>;
  } catch {
    return null;
  }
}

/** Process ids are used again by the system, so the command line must carry the mark too. */
function isSameServer(pid: number, mark: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(mark);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    try {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    } catch {
      return '';
    }
  }
}

/** True once the process is gone; only a parent gets an event for that, so this looks again every 50 ms. */
async function isGone({ server, mark }: { server: number; mark: string }, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isSameServer(server, mark)) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

function logTail(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15);
  return `\nThe end of ${file}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

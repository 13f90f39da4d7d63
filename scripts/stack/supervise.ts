// Starts an external server under its supervisor, waits until it is ready, and cleans up after a crash.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { isAlive } from './state.ts';

/** `commandLineMark` is a text in the server's own command line that identifies its process. */
export type ServerSpec = {
  title: string;
  command: string;
  args: string[];
  cwd: string;
  logFile: string;
  pidFile: string;
  commandLineMark: string;
};

/**
 * `dir` is the data folder of this stack; `fresh` empties the server's part of it. For Neo4j, `javaArguments` are further
 * arguments of Java, and `settings` further lines of its configuration.
 */
export type RunOptions = {
  dir: string;
  fresh: boolean;
  log: (line: string) => void;
  javaArguments?: readonly string[];
  settings?: Readonly<Record<string, string>>;
};

/** `ended` resolves with a description once the server is gone; `stop` stops it and waits for that. */
export type SupervisedServer = { pid: number; ended: Promise<string>; stop: () => Promise<void> };

/** Starts the server in its own session: the terminal's Ctrl-C does not reach it. */
export async function supervise(spec: ServerSpec): Promise<SupervisedServer> {
  const script = join(projectFolder, 'scripts/stack/supervisor.mjs');
  const supervisor = spawn(process.execPath, [script, JSON.stringify(spec)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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
  const stop = async () => {
    supervisor.stdin.end();
    await ended;
  };
  return { pid, ended, stop };
}

/**
 * Polls `isReady` until it returns true, since these servers send no event when they are ready. Stops a server that is
 * not ready in time.
 *
 * @throws {Error} with the end of the server's log, when the server ends first or `timeoutMs` pass
 */
export async function waitUntilReady(
  server: SupervisedServer,
  { title, logFile }: ServerSpec,
  isReady: () => Promise<boolean>,
  timeoutMs = 90_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let endReason: string | undefined;
  void server.ended.then((reason) => (endReason = reason));
  try {
    while (!(await isReady())) {
      if (endReason !== undefined) throw new Error(`${endReason} while starting.${readLogTail(logFile)}`);
      if (Date.now() > deadline) {
        throw new Error(`${title} did not answer within ${timeoutMs / 1000} s.${readLogTail(logFile)}`);
      }
      await Promise.race([pause(100), server.ended]);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Makes sure that no earlier server uses the same data: stops one whose supervisor was killed, and waits for one that
 * is shutting down.
 *
 * @throws {Error} when a running process still uses the data
 */
export async function stopLeftover(pidFile: string, title: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(pidFile)) return;
  const leftover = readPidFile(pidFile);
  if (leftover && isRunning(leftover)) {
    const isSupervised = isAlive(leftover.supervisor);
    if (isSupervised && isAlive(leftover.owner)) {
      throw new Error(
        `${title}'s data is in use by process ${leftover.owner}. Stop that process, or set another STATE_DIR.`,
      );
    }
    log(`${title} of an earlier run is still running (process ${leftover.server}); waiting for it to end`);
    if (!isSupervised) process.kill(leftover.server, 'SIGTERM');
    if (!(await waitForEnd(leftover, 26_000))) process.kill(leftover.server, 'SIGKILL');
    await waitForEnd(leftover, 5_000);
  }
  rmSync(pidFile, { force: true });
}

type PidFile = { owner: number; supervisor: number; server: number; commandLineMark: string };

function readPidFile(file: string): PidFile | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PidFile;
  } catch {
    return null;
  }
}

/** Checks the command line too: the system reuses process ids. */
function isRunning({ server, commandLineMark }: PidFile): boolean {
  return isAlive(server) && readCommandLine(server).includes(commandLineMark);
}

function readCommandLine(pid: number): string {
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

/** Returns true once the process is gone. Polls, since only a parent receives an event for that. */
async function waitForEnd(leftover: PidFile, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(leftover)) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

function readLogTail(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15);
  return `\nThe end of ${file}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

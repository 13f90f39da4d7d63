// A shell in which tests run `checkin …`, with a state folder of its own. `run` is for what a command does: its process is
// warm from the commands before. `start` is for what its process does, and takes half a second of processor time longer.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'mocha';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import type { Answer, Call } from './command-runner.ts';

export type Ran = { code: number | null; out: string; err: string };
export type Shell = {
  /** Gone after the tests. */
  folder: string;
  /** Runs a command in the process of this shell, after those that were called before. */
  run: (words: string[], environment?: NodeJS.ProcessEnv) => Promise<Ran>;
  /** Runs a command as a process of its own, beside others. */
  start: (
    words: string[],
    environment?: NodeJS.ProcessEnv,
    /** Without `readsOutput` its standard output is closed at once. */
    options?: { readsOutput?: boolean; onErr?: (errSoFar: string) => void },
  ) => Promise<Ran>;
};

/** For the tests of one file. */
export function shell(): Shell {
  const folder = mkdtempSync(path.join(tmpdir(), 'checkin-'));
  const environmentOf = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...process.env,
    STATE_DIR: folder,
    XDG_STATE_HOME: folder,
    ...environment,
  });
  let runner: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  after(async () => {
    await last.catch(() => undefined);
    rmSync(folder, { recursive: true });
    if (runner) await end(runner);
  });

  async function call(words: string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
    runner ??= fork('test/support/command-runner.ts', {
      cwd: projectFolder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    try {
      return await ask(runner, { words, environment });
    } catch (error) {
      if (runner.connected) runner.disconnect(); // what is left of this command belongs to no other one
      runner = undefined;
      throw error;
    }
  }

  const run: Shell['run'] = (words, environment = {}) => {
    const all = environmentOf(environment);
    const ran = last.catch(() => undefined).then(() => call(words, all));
    last = ran;
    return ran;
  };
  const start: Shell['start'] = (words, environment = {}, { readsOutput = true, onErr = () => undefined } = {}) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/checkin.ts', ...words], {
        cwd: projectFolder,
        env: environmentOf(environment),
      });
      const ran: Ran = { code: null, out: '', err: '' };
      child.stdout.on('data', (data: Buffer) => (ran.out += data.toString()));
      child.stderr.on('data', (data: Buffer) => onErr((ran.err += data.toString())));
      if (!readsOutput) child.stdout.destroy();
      child.on('close', (code) => resolve({ ...ran, code }));
    });
  return { folder, run, start };
}

/** @throws {Error} when the process fails, or would not end as that of a command does */
async function ask(runner: ChildProcess, call: Call): Promise<Ran> {
  const name = `checkin ${call.words.join(' ')}`;
  const waiting = new AbortController();
  const { signal } = waiting;
  const answered = once(runner, 'message', { signal }).then(([answer]) => answer as Answer);
  const ended = once(runner, 'exit', { signal }).then(() => null);
  try {
    if (runner.connected) runner.send(call);
    const answer = runner.connected ? await Promise.race([answered, ended]) : null;
    if (!answer) throw new Error(`The process of "${name}", or of what ran before, has failed.`);
    const { left, ...ran } = answer;
    if (ran.code === null)
      throw new Error(`"${name}" waits for what cannot happen: it would end with code 13. ${ran.err}`);
    if (left.length > 0) throw new Error(`"${name}" left open: ${left.join()}`);
    return ran;
  } finally {
    waiting.abort();
    await Promise.allSettled([answered, ended]);
  }
}

/** @throws {Error} if it has failed before */
async function end(runner: ChildProcess): Promise<void> {
  if (!runner.connected) throw new Error('The process of commands has failed after the last of them.');
  const ended = once(runner, 'exit');
  runner.disconnect();
  await ended;
}

// A shell in which tests run `checkin …` as a process of its own, with a state folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'mocha';
import { projectFolder } from '../../src/lib/project-folder.ts';

export type Ran = { code: number | null; out: string; err: string };
export type Shell = {
  /** Gone after the tests. */
  folder: string;
  run: (
    args: string[],
    environment?: NodeJS.ProcessEnv,
    readsOutput?: boolean,
    onErr?: (errSoFar: string) => void,
  ) => Promise<Ran>;
};

/** For the tests of one file. */
export function shell(): Shell {
  const folder = mkdtempSync(path.join(tmpdir(), 'checkin-'));
  after(() => rmSync(folder, { recursive: true }));
  const run: Shell['run'] = (args, environment = {}, readsOutput = true, onErr = () => undefined) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/checkin.ts', ...args], {
        cwd: projectFolder,
        env: { ...process.env, STATE_DIR: folder, ...environment },
      });
      const ran: Ran = { code: null, out: '', err: '' };
      child.stdout.on('data', (data: Buffer) => (ran.out += data.toString()));
      child.stderr.on('data', (data: Buffer) => onErr((ran.err += data.toString())));
      if (!readsOutput) child.stdout.destroy();
      child.on('close', (code) => resolve({ ...ran, code }));
    });
  return { folder, run };
}

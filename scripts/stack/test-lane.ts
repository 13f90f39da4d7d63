// Runs test files one after the other in a process of their own, as the parent names them, and reports the result of each.
import path from 'node:path';
import { inspect } from 'node:util';
import Mocha from 'mocha';
import { takePlans, takeRemarks, type Plans, type Remark } from './remarks.ts';

/** The command line of a lane, as JSON: `whole` when nothing was left out, so nothing may be skipped. */
export type Lane = { grep?: string | undefined; whole: boolean };
/** What the parent sends: null when there is no further file. */
type NextFile = { file: string | null };
/**
 * `failures` holds the title and the error of each test that failed, `remarks` what the end of the run says besides; a check has no
 * `plans`.
 */
export type FileResult = {
  file: string;
  passed: number;
  failures: string[];
  remarks?: Remark[];
  plans?: Plans;
  seconds: number;
};

/** A hanging test fails after this time. It is long, because a busy machine is many times slower than a quiet one. */
const timeLimitMs = 900_000;

const { grep, whole } = JSON.parse(process.argv[2] ?? '') as Lane;
process.once('disconnect', () => process.exit(1)); // the parent is gone
process.on('message', ({ file }: NextFile) => (file === null ? process.exit() : void runFile(file)));

async function runFile(file: string): Promise<void> {
  const started = performance.now();
  const outcome = await runMocha(file);
  const seconds = (performance.now() - started) / 1_000;
  const result: FileResult = { file, ...outcome, remarks: takeRemarks(), plans: takePlans(), seconds };
  console.log(`${file}: ${result.seconds.toFixed(1)} s\n`);
  process.send?.(result);
}

/** Runs a file by itself, so that the hooks at its top level apply to that file alone. */
async function runMocha(file: string): Promise<Pick<FileResult, 'passed' | 'failures'>> {
  const mocha = new Mocha({ timeout: timeLimitMs, reporter: 'spec', forbidOnly: whole, forbidPending: whole });
  if (grep) mocha.fgrep(grep);
  mocha.addFile(path.resolve(file));
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    console.error(`${file} cannot be loaded:`, error);
    return { passed: 0, failures: [`cannot be loaded\n${String(error)}`] };
  }
  return new Promise((resolve) => {
    const failures: string[] = [];
    const runner = mocha.run(() => {
      mocha.dispose(); // of its listeners on the process
      resolve({ passed: runner.stats?.passes ?? 0, failures });
    });
    runner.on('fail', (test, error: Error) => failures.push(`${test.fullTitle()}\n${inspect(error)}`)); // with its cause
  });
}

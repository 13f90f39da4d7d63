// Runs compiled test files one after the other in a process of their own, and tells its parent how many passed and failed.
import path from 'node:path';
import Mocha from 'mocha';

/** What a lane is told on its command line, as JSON: `whole` when nothing was left out, so nothing may be skipped. */
export type Lane = { files: string[]; grep?: string | undefined; whole: boolean };
export type Outcome = { passed: number; failed: number };

const { files, grep, whole } = JSON.parse(process.argv[2] ?? '') as Lane;
const outcome: Outcome = { passed: 0, failed: 0 };
process.once('disconnect', () => process.exit(1)); // the parent is gone
for (const file of files) await runMocha(file);
process.send?.(outcome, () => process.exit());

/** Runs a file by itself, so that the hooks at its top are its own and not every file's. */
async function runMocha(file: string): Promise<void> {
  const mocha = new Mocha({ timeout: 30_000, reporter: 'spec', forbidOnly: whole, forbidPending: whole });
  if (grep) mocha.fgrep(grep);
  mocha.addFile(path.resolve('dist', file.replace(/\.ts$/, '.js')));
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    console.error(`${file} cannot be loaded:`, error);
    outcome.failed += 1;
    return;
  }
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      outcome.passed += runner.stats?.passes ?? 0;
      outcome.failed += runner.stats?.failures ?? 0;
      done();
    });
  });
}

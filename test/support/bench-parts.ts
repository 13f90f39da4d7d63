// Every part of the benchmark that .ci/run does not run as a whole works in its small form, with few people and for moments, each in a
// test of the long files or of the nightly ones. A ratio that has been lost since it was recorded is printed.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { remark } from '../../scripts/stack/remarks.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { endDueEvents } from './in-process-worker.ts';
import { service } from './service.ts';

const run = promisify(execFile);
/** It kills the database, so it has servers of its own; all others have those of this lane. */
const withOwnServers = ['restart'];
/** They took four minutes of two quiet cores, most of it for plans that the service makes after a start. */
const nightly = ['restart', 'first-use'];
const servers = ['NEO4J_URI', 'NEO4J_USER', 'NEO4J_PASSWORD', 'REDIS_URL'];

async function bench(...args: string[]): Promise<string> {
  const without = withOwnServers.includes(args[0] ?? '') ? servers : [];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !without.includes(name)));
  const { stdout } = await run(process.execPath, ['scripts/bench.ts', ...args], {
    cwd: projectFolder,
    env,
    maxBuffer: 2 ** 28,
  });
  return stdout;
}

/** Runs the parts of the long files, or of the nightly ones. */
export async function describeParts(selection: 'long' | 'nightly'): Promise<void> {
  const names = (await bench('--names')).trim().split('\n');
  const ciRuns = [...readFileSync(path.join(projectFolder, '.ci/run'), 'utf8').matchAll(/bench -- (\S+)/g)].map(
    ([, name]) => name,
  );
  const parts = names.filter((name) => !ciRuns.includes(name));

  describe('the part of the benchmark', () => {
    const api = service();
    beforeEach(() => endDueEvents(api)); // a part may leave some to a worker that has ended

    it('runs here, each night or in .ci/run', () => {
      expect(names).to.include.members(['requests', ...withOwnServers, ...nightly, ...ciRuns]);
      expect(ciRuns).to.have.length.above(1);
    });

    for (const part of parts.filter((name) => nightly.includes(name) === (selection === 'nightly')))
      it(`${part} runs in its small form`, async () => {
        const printed = await bench(part, '--small');
        expect(printed).to.match(/^[|{]/m);
        for (const [lost] of printed.matchAll(/(?<=^LOST ).*$/gm)) remark('LOST', lost);
      });
  });
}

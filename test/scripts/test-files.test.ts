// Which test files a run takes: the selections together are all of them, each file is handed out once, and a file that acts on
// all tenants of a database says so by its name.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { createFileQueue, findTestFiles, first, readNeed, type Need } from '../../scripts/stack/test-files.ts';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`);

/**
 * What acts on all tenants of a database, by the file that has it: the loops of workers, and what counts all transactions that
 * wait for locks.
 */
const actsOnDatabase: Record<string, RegExp> = {
  'src/app/jobs.ts': /./,
  'src/features/absences/settle-weeks.ts': /\bstartSettling\b/,
  'src/features/org-plans/due-plans.ts': /./,
  'src/features/personal-data/retention.ts': /./,
  'src/features/profiles/sweep-files.ts': /./,
  'src/features/schedules/weekly-runs.ts': /\bopenDueRuns\b/,
  'src/features/webhooks/runner.ts': /./,
  'src/platform/audit/audit-chain.ts': /./,
  'src/platform/audit/publish.ts': /./,
  'src/platform/outbox/relay.ts': /\bstartRelay\b/,
  'test/support/locks.ts': /./,
};
const exceptions: Record<string, string> = {
  'test/platform/http/idempotency.test.ts': 'its relay writes for its own tenant alone',
  'test/scripts/test-files.test.ts': 'it names what others call',
};
/** The schema and the plans are those of the whole database. */
const changesDatabase = /\breadMigrationFiles\b|\bdb\.clearQueryCaches\b/;

/** Whether a test file, or a file of test/support that it loads or starts, calls what acts on all tenants. */
function doesActOnDatabase(file: string, seen = new Set<string>()): boolean {
  seen.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
  if (changesDatabase.test(text)) return true;
  const named = [...text.matchAll(/'([\w./-]+\.ts)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
  );
  if (named.some((name) => actsOnDatabase[name]?.test(text))) return true;
  return named.some((name) => name.startsWith('test/support/') && !seen.has(name) && doesActOnDatabase(name, seen));
}

describe('the test files', () => {
  it('are those of `npm test`, of `npm run test:long` and of `npm run test:nightly`', () => {
    const files = (['usual', 'long', 'nightly'] as const).map(findTestFiles);
    for (const some of files) expect(some).to.have.length.above(3);
    expect(files.flat()).to.have.members(all);
  });

  it('act on all tenants of a database only if their name says so', () => {
    const acting = all.filter((file) => doesActOnDatabase(file));
    expect(acting).to.have.length.above(30).and.include.members(Object.keys(exceptions));
    const isSaid = (file: string): boolean =>
      /\.(alone|long|nightly)\.test\.ts$/.test(file) || exceptions[file] !== undefined;
    expect(acting.filter((file) => !isSaid(file))).to.deep.equal([]);
  });

  it('begin with those that take long, in the order in which they are named', () => {
    const [usual, long] = (['usual', 'long'] as const).map(findTestFiles);
    const named = (isLong: boolean): string[] => first.filter((file) => file.endsWith('.long.test.ts') === isLong);
    expect(usual?.slice(0, named(false).length)).to.deep.equal(named(false));
    expect(long?.slice(0, named(true).length)).to.deep.equal(named(true));
  });

  it('end with those that clear the plans', () => {
    const files = findTestFiles('usual');
    const [alone, shared] = (['alone', 'shared'] as const).map((need) =>
      files.filter((file) => readNeed(file) === need),
    );
    const clearing = ['test/platform/graph/migrations.alone.test.ts', 'test/platform/graph/query-plans.alone.test.ts'];
    expect(alone?.slice(-2)).to.deep.equal(clearing);
    expect(shared).to.not.include.members(clearing);
  });

  it('are each handed out once, by what they need', () => {
    const files = findTestFiles('usual');
    const queue = createFileQueue(files, readNeed);
    const takeAll = (...needs: Need[]): string[] => {
      const taken: string[] = [];
      for (let file = queue.take(needs); file; file = queue.take(needs)) taken.push(file);
      return taken;
    };
    const alone = takeAll('alone');
    expect(alone).to.include.members([
      'test/features/notifications/notify.alone.test.ts',
      'test/platform/graph/query-plans.alone.test.ts',
    ]);
    const rest = takeAll('none', 'shared');
    expect(rest.indexOf('test/platform/time/weeks.test.ts')).to.be.below(
      rest.indexOf('test/features/summaries/summaries.test.ts'),
    );
    expect([...alone, ...rest])
      .to.have.members(files)
      .and.have.length(files.length);
  });
});

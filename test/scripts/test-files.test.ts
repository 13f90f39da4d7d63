// Which test files a run takes: the selections together are all of them, and each file is handed out once.
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { createFileQueue, findTestFiles, readNeed, type Need } from '../../scripts/stack/test-files.ts';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`);

describe('the test files', () => {
  it('are those of `npm test` and of `npm run test:faults`; a quick run takes a part of the former', () => {
    const [quick, usual, faults] = (['quick', 'usual', 'faults'] as const).map(findTestFiles);
    for (const files of [quick, usual, faults]) expect(files).to.have.length.above(5);
    expect([...(usual ?? []), ...(faults ?? [])]).to.have.members(all);
    expect(usual).to.include.members(quick ?? []);
    expect(usual).to.have.length.above(quick?.length ?? 0);
  });

  it('begin with the one that plans all queries where most files use the plans, and end with those that clear them', () => {
    const files = findTestFiles('usual');
    const [alone, shared] = (['alone', 'shared'] as const).map((need) =>
      files.filter((file) => readNeed(file) === need),
    );
    expect(shared?.[0]).to.equal('test/platform/graph/query-files.slow.test.ts');
    expect(alone?.[0]).to.equal('test/readme.session.slow.test.ts');
    const clearing = ['test/platform/graph/migrations.test.ts', 'test/platform/graph/query-plans.slow.test.ts'];
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
      'test/features/notifications/notify.slow.test.ts',
      'test/platform/graph/query-plans.slow.test.ts',
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

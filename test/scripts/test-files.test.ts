// Which test files a run takes: a quick run and the slow files are the whole, and each file runs in one lane.
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { divideIntoLanes, findTestFiles, isSlow, mergeGraphLanes } from '../../scripts/test-files.ts';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`);

describe('the test files', () => {
  it('are those of a quick run and the slow ones, and neither part is empty', () => {
    const quick = findTestFiles({ quick: true });
    const slow = all.filter(isSlow);
    expect(quick).to.have.length.above(0);
    expect(slow).to.have.length.above(0);
    expect([...quick, ...slow]).to.have.members(all);
    expect(findTestFiles()).to.have.members(all);
  });

  it('run in one lane each', () => {
    const divided = divideIntoLanes(findTestFiles()).flatMap(({ files }) => files);
    expect(divided).to.have.members(all);
  });

  it('begin with the one that runs by the real clock, and end with those that clear the plans', () => {
    const divided = divideIntoLanes(findTestFiles());
    const [byTheClock, clearing] = ['test/readme.session.slow.test.ts', 'test/graph/query-files.slow.test.ts'];
    for (const lanes of [divided, mergeGraphLanes(divided)]) {
      const laneOf = (file: string): string[] | undefined => lanes.find(({ files }) => files.includes(file))?.files;
      expect(laneOf(byTheClock)?.[0]).to.equal(byTheClock);
      expect(laneOf(clearing)?.at(-3)).to.equal(clearing);
      expect(laneOf(clearing)?.at(-1)).to.equal('test/graph/database-hits.slow.test.ts');
    }
  });

  it('run one after the other where the lanes share their servers', () => {
    const divided = divideIntoLanes(findTestFiles());
    const merged = mergeGraphLanes(divided);
    expect(merged.map(({ usesGraph }) => usesGraph)).to.deep.equal([true, false]);
    expect(merged.flatMap(({ files }) => files)).to.have.members(all);
  });

  it('are refused in a folder that no lane names', () => {
    expect(() => divideIntoLanes(['test/new-folder/some.test.ts'])).to.throw('test/new-folder/some.test.ts: no lane');
  });
});

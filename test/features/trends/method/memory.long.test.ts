// The memory of a detection, a quarter of the benchmark's 10,000 people with a year each, which may take 300 MB.
import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

describe('a detection of 2,500 people', () => {
  it('adds at most 85 MB at its peak', () => {
    const printed = execFileSync(process.execPath, ['test/support/detect-alone.ts'], { encoding: 'utf8' });
    const { before, peak } = JSON.parse(printed) as { before: number; peak: number };
    expect(peak - before).to.be.within(1, 85); // 70, with 20 for the thread itself; with lists of numbers by department and week 105
  });
});

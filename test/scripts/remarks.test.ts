// What the end of a run says of its time and of the query plans that its tests had made.
import { expect } from 'chai';
import { describeTime } from '../../scripts/stack/remarks.ts';

describe('the time of a run', () => {
  it('is that of a test, with its plans', () => {
    const results = [
      { passed: 3, seconds: 30, plans: { count: 8, seconds: 12 } },
      { passed: 1, seconds: 10, plans: { count: 0, seconds: 0 } },
    ];
    expect(describeTime(results)).to.equal(
      'A test took 10.00 s and had 2.00 plans made: 8 plans in 12 s, 30 % of the time of the files',
    );
  });

  it('is said of a run without tests as well', () => {
    expect(describeTime([])).to.equal(
      'A test took 0.00 s and had 0.00 plans made: 0 plans in 0 s, 0 % of the time of the files',
    );
  });
});

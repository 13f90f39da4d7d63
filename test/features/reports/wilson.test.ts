// The Wilson interval against published figures, also where there are open observations.
import { expect } from 'chai';
import { countBehind, estimateAnswers, findShareWithin } from '../../../src/features/reports/kaplan-meier.ts';
import { findInterval } from '../../../src/features/reports/wilson.ts';

describe('the Wilson interval', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I, method 3
  for (const [part, whole, from, to] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const)
    it(`is that of the literature for ${part} of ${whole}`, () => {
      const interval = findInterval(part / whole, whole);
      expect(interval.from).to.be.closeTo(from, 0.00005);
      expect(interval.to).to.be.closeTo(to, 0.00005);
    });

  it('orders 28 of 66 before 3 of 9, which says less', () => {
    expect(findInterval(28 / 66, 66).to).to.be.below(findInterval(3 / 9, 9).to);
  });

  it('has the variance of Greenwood behind an estimate with open observations', () => {
    // the figures of kaplan-meier.test.ts; standard errors as R's survfit prints them for these data
    const events = [6, 6, 6, 7, 10, 13, 16, 22, 23];
    const watched = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
    const curve = estimateAnswers(events, watched);
    for (const [time, error] of [
      [6, 0.0764],
      [7, 0.0869],
      [10, 0.0963],
      [13, 0.1068],
      [16, 0.1141],
      [22, 0.1282],
      [23, 0.1346],
    ] as const) {
      const share = findShareWithin(curve, time) ?? 0;
      expect(Math.sqrt((share * (1 - share)) / countBehind(curve, time))).to.be.closeTo(error, 0.00005);
    }
  });

  it('counts plain observations where none is open, and those who tell where none or all have an answer', () => {
    expect(countBehind(estimateAnswers([1, 2, 3], [9, 9]), 5)).to.be.closeTo(5, 1e-9);
    expect(countBehind(estimateAnswers([7], [3, 8]), 5), 'none').to.equal(2);
    expect(countBehind(estimateAnswers([1, 2], [0.5]), 5), 'all').to.equal(2);
  });
});

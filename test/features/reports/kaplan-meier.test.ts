// The Kaplan–Meier estimate against published figures, and where it knows nothing.
import { expect } from 'chai';
import { estimateAnswers, findMedianTime, findShareWithin } from '../../../src/features/reports/kaplan-meier.ts';

describe('the Kaplan–Meier estimate', () => {
  // Weeks of remission of 21 patients given 6-mercaptopurine: Freireich et al., Blood 21 (1963), 699–716. The estimates are
  // those of Kleinbaum and Klein, Survival Analysis, 3rd edition (2012), chapter 2.
  const events = [6, 6, 6, 7, 10, 13, 16, 22, 23];
  const watched = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
  const remaining = [
    [6, 0.857],
    [7, 0.807],
    [10, 0.753],
    [13, 0.69],
    [16, 0.627],
    [22, 0.538],
    [23, 0.448],
  ];

  it('is that of the literature, whatever the order', () => {
    for (const order of [events, events.toReversed()]) {
      const curve = estimateAnswers(order, watched.toReversed());
      expect(curve.steps.map(({ time, share }) => [time, Number((1 - share).toFixed(3))])).to.deep.equal(remaining);
      expect(findMedianTime(curve)).to.equal(23);
      expect(findShareWithin(curve, 12)).to.be.closeTo(1 - 0.753, 0.0005);
      expect(findShareWithin(curve, 5)).to.equal(0);
    }
  });

  it('is the plain share where nobody is open, and nothing where nobody was watched for so long', () => {
    const all = estimateAnswers([1, 2, 3, 4], []);
    expect([findShareWithin(all, 2), findShareWithin(all, 100), findMedianTime(all)]).to.deep.equal([0.5, 1, 2]);
    const open = estimateAnswers([1], [3, 3]);
    expect(findShareWithin(open, 3)).to.be.closeTo(1 / 3, 1e-12);
    expect([findShareWithin(open, 4), findMedianTime(open)]).to.deep.equal([null, null]);
    const none = estimateAnswers([], []);
    expect([findShareWithin(none, 1), findMedianTime(none)]).to.deep.equal([null, null]);
  });
});

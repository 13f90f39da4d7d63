// Spans and layers, reckoned by hand.
import { expect } from 'chai';
import { measureStructure, type Place } from '../../../src/platform/chart/structure.ts';

const place = (depth: number, reports: number): Place => ({ depth, reports });

describe('the structure of a chart', () => {
  it('counts layers, managers, those with one report and people without a manager', () => {
    const places = [place(0, 4), place(0, 0), place(1, 1), place(1, 2), place(1, 0), place(1, 0), place(2, 0)];
    expect(measureStructure(places)).to.deep.equal({
      people: 7,
      layers: 3,
      withoutManager: 2,
      managers: 3,
      managersWithOneReport: 1,
      span: { p10: 1.2, median: 2, mean: 2.3, p90: 3.6, max: 4 },
    });
  });

  it('takes the highest person of a part for its top', () => {
    expect(measureStructure([place(3, 1), place(4, 0)])).to.deep.include({ layers: 2, withoutManager: 0 });
  });

  it('has no spans without managers, and no layers without people', () => {
    expect(measureStructure([place(0, 0)])).to.deep.include({ people: 1, layers: 1, span: null });
    expect(measureStructure([])).to.deep.include({ people: 0, layers: 0, withoutManager: 0, span: null });
  });

  it('has the tenth and the ninetieth percentile of the spans', () => {
    const spans = Array.from({ length: 10 }, (_, n) => place(1, n + 1));
    expect(measureStructure(spans).span).to.deep.equal({ p10: 1.9, median: 5.5, mean: 5.5, p90: 9.1, max: 10 });
  });
});

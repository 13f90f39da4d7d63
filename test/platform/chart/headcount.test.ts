// Who was there at a time, and who came and went between two; and the chart of the later one.
import { expect } from 'chai';
import fc from 'fast-check';
import { createHeadcount, type Presence } from '../../../src/platform/chart/headcount.ts';
import { createOrgChart } from '../../../src/platform/chart/org-chart.ts';
import { measureStructure } from '../../../src/platform/chart/structure.ts';

const at = (time: string): number => Date.parse(time);
const month = (date: string) => ({ date, at: at(`${date}T22:59:59.999Z`) });
const [september, october, november] = ['2026-09-30', '2026-10-31', '2026-11-30'].map(month) as [
  Moment,
  Moment,
  Moment,
];
type Moment = ReturnType<typeof month>;
const founder: Presence = { id: 'a', createdAt: at('2026-02-01T08:00:00Z'), active: true, changes: [], lines: [] };
const count = (people: Partial<Presence>[], before: Moment, end: Moment): number[] => {
  const everyone = [founder, ...people.map((person, index) => ({ ...founder, id: `p${index}`, ...person }))];
  const { people: there, joiners, leavers } = createHeadcount(everyone)(before, end);
  return [there, joiners, leavers];
};

describe('the headcount', () => {
  it('has whom the company came with in every month, and a later hire without a start date from then on', () => {
    const others = [{ createdAt: at('2026-02-01T20:00:00Z') }, { createdAt: at('2026-11-10T08:00:00Z') }];
    expect(count(others, month('2025-11-30'), month('2025-12-31'))).to.deep.equal([2, 0, 0]);
    expect(count(others, september, october)).to.deep.equal([2, 0, 0]);
    expect(count(others, october, november)).to.deep.equal([3, 1, 0]);
  });

  it('goes by the start date where there is one', () => {
    const hire = { createdAt: at('2026-10-01T08:00:00Z'), startDate: '2026-11-02' };
    expect(count([hire], september, october)).to.deep.equal([1, 0, 0]);
    expect(count([hire], october, november)).to.deep.equal([2, 1, 0]);
  });

  it('counts who came and went in one month as both', () => {
    const changes: Presence['changes'] = [['person.deactivate', at('2026-11-20T08:00:00Z')]];
    const passing = [
      { startDate: '2026-11-02', active: false, changes },
      { createdAt: at('2026-11-02T08:00:00Z'), active: false, changes },
    ];
    expect(count(passing, october, november)).to.deep.equal([1, 2, 2]);
    expect(count(passing, september, october)).to.deep.equal([1, 0, 0]);
    expect(count(passing, november, month('2026-12-31'))).to.deep.equal([1, 0, 0]);
  });

  it('is nobody in a company of nobody', () => {
    expect(createHeadcount([])(october, november)).to.deep.equal({ people: 0, joiners: 0, leavers: 0 });
  });

  it('measures the chart of those who were stored by then, whoever they reported to before and since', () => {
    const size = 8;
    const days = Array.from({ length: 6 }, (_, day) => at(`2026-11-0${day + 1}T00:00:00Z`));
    const person = fc.record({
      created: fc.nat(5),
      left: fc.option(fc.nat(5), { freq: 2 }),
      managers: fc.tuple(fc.option(fc.nat(size - 1)), fc.option(fc.nat(size - 1))),
      moved: fc.nat(5),
    });
    const end = { date: '2026-11-04', at: days[3] ?? 0 };
    fc.assert(
      fc.property(fc.array(person, { minLength: size, maxLength: size }), (drawn) => {
        const everyone = drawn.map(({ created, left, managers: [first, second], moved }, index): Presence => {
          const movedAt = days[moved] ?? 0;
          const lines: Presence['lines'] = [];
          // only people with a smaller number are above, so that there is no circle
          if (first !== null && first < index) lines.push([`p${first}`, 0, movedAt]);
          if (second !== null && second < index) lines.push([`p${second}`, movedAt, null]);
          const changes: Presence['changes'] = left === null ? [] : [['person.deactivate', days[left] ?? 0]];
          return { id: `p${index}`, createdAt: days[created] ?? 0, active: left === null, changes, lines };
        });
        const { people: _people, joiners: _joiners, leavers: _leavers, ...chart } = createHeadcount(everyone)(end, end);
        const stored = drawn.flatMap((one, index) => (one.created <= 3 ? [{ ...one, index }] : []));
        const lines = stored.map(({ left, managers: [first, second], moved, index }) => {
          const manager = moved > 3 ? first : second;
          const managerId = manager !== null && manager < index ? `p${manager}` : null;
          return { id: `p${index}`, managerId, active: left === null || left > 3 };
        });
        const find = createOrgChart(lines);
        const places = lines.flatMap(({ id }) => find(id) ?? []);
        const { managers, layers, span } = measureStructure(places);
        expect(chart).to.deep.equal({
          ...(places.length > 0 && { managers, layers }),
          ...(span && { medianSpan: span.median, meanSpan: span.mean }),
        });
      }),
      { numRuns: 500, seed: 20_261_130 },
    );
  });
});

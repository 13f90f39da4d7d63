// The board: which goal stands in which column, in what order, and what may still be changed.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Goal } from '../../../src/features/goals/schema.ts';
import { groupByColumn, isReadOnly, targetMonday } from '../../../src/features/goals/rules.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';

const monday = '2026-12-28'; // the next week is of the next year
const goal = (id: string, weekStart: string, type: Goal['type'] = 'professional'): Goal => ({
  id,
  title: `Goal ${id}`,
  type,
  status: 'active',
  weekStart,
  dateSet: '2026-12-20T10:00:00Z',
});
const ids = ({ professional, personal }: { professional: Goal[]; personal: Goal[] }): string[][] =>
  [professional, personal].map((goals) => goals.map(({ id }) => id));

describe('the board', () => {
  it('has three columns, and the Previous one alone cannot be changed', () => {
    const columns = groupByColumn([], monday);
    expect(columns).to.deep.equal({
      previous: { week: 'previous', readOnly: true, professional: [], personal: [] },
      this: { week: 'this', readOnly: false, professional: [], personal: [] },
      next: { week: 'next', readOnly: false, professional: [], personal: [] },
    });
    expect(Object.keys(columns)).to.deep.equal(['previous', 'this', 'next']);
  });

  it('puts professional goals before personal ones, each in the order set', () => {
    const goals = [goal('c', monday, 'personal'), goal('b', monday), goal('z', monday, 'personal'), goal('a', monday)];
    const column = groupByColumn(goals, monday).this;
    expect(ids(column)).to.deep.equal([
      ['b', 'a'],
      ['c', 'z'],
    ]);
    expect(Object.keys(column).filter((key) => key.startsWith('p'))).to.deep.equal(['professional', 'personal']);
  });

  it('shows each goal in the column of its week, across the end of a year, and leaves other weeks out', () => {
    const goals = ['2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11'].map((week) =>
      goal(week, week),
    );
    const { previous, this: current, next } = groupByColumn(goals, monday);
    expect([previous, current, next].map(ids)).to.deep.equal([
      [['2026-12-21'], []],
      [['2026-12-28'], []],
      [['2027-01-04'], []],
    ]);
  });

  it('hands goals on as they are', () => {
    const done: Goal = { ...goal('a', monday), status: 'completed', dateCompleted: '2026-12-29T10:00:00Z' };
    expect(groupByColumn([done], monday).this.professional[0]).to.equal(done);
  });

  it('shows every goal of its three weeks once, whatever they are', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom('professional', 'personal')));
    fc.assert(
      fc.property(some, (drawn) => {
        const goals = drawn.map(([weeks, type], i) => goal(`${i}`, addWeeks(monday, weeks), type));
        const shown = Object.values(groupByColumn(goals, monday)).flatMap((column) => ids(column).flat());
        expect(shown).to.have.members(goals.filter((_, i) => Math.abs(drawn[i]?.[0] ?? 9) <= 1).map(({ id }) => id));
      }),
    );
  });

  it('takes goals for this week and the next', () => {
    expect(targetMonday('this', monday)).to.equal('2026-12-28');
    expect(targetMonday('next', monday)).to.equal('2027-01-04');
  });

  it('lets goals of this week and later be changed, none of an earlier one', () => {
    const weeks = ['2025-12-29', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11'];
    expect(weeks.map((weekStart) => isReadOnly({ weekStart }, monday))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

// What a manager can reckon from the flags of departments: all that they were ever shown, solved together.
import { expect } from 'chai';
import { attack, direction, makeDepartment, tenths, type Rule } from '../../../support/joint-attack.ts';
import { judgeDisclosure } from '../../../../src/features/trends/method/disclosure.ts';
import { minimumGroup } from '../../../support/trend-flags.ts';

describe('a department’s flag', function () {
  this.timeout(120_000);

  it('has numbers for who may read all, a direction for who may not read enough, and is hidden from who may not read a few', () => {
    for (const [unreadable, shown] of [
      [[0, 0], 'numbers'],
      [[], 'numbers'],
      [[0, 5], 'direction'],
      [[5, 9], 'direction'],
      [[5, 4], 'nothing'],
      [[0, 1], 'nothing'],
    ] as const) {
      expect(judgeDisclosure(unreadable, { minimumGroup }), unreadable.join()).to.equal(shown);
    }
  });

  const reckon = async (rule: Rule, tenants: number[]) => {
    const outcomes = await Promise.all(tenants.map((seed) => attack(makeDepartment(seed), rule)));
    const sum = (key: 'flags' | 'exact' | 'narrowed'): number => outcomes.reduce((all, one) => all + one[key], 0);
    return { flags: sum('flags'), exact: sum('exact'), narrowed: sum('narrowed') };
  };

  it('gave scores away when managers were shown means to a tenth, so the attack works', async () => {
    expect((await reckon(tenths, [0, 3, 6, 9])).exact).to.be.above(0);
  });

  it('gives no score away, whoever reads whom later, and narrows none', async () => {
    const tenants = Array.from({ length: 60 }, (_, seed) => seed);
    const { flags, ...found } = await reckon(direction, tenants);
    expect(found).to.deep.equal({ exact: 0, narrowed: 0 });
    expect(flags, 'flags are still shown').to.be.above(100);
  });
});

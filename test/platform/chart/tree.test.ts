// Trees, drawn by hand.
import { expect } from 'chai';
import { buildTree } from '../../../src/platform/chart/tree.ts';

type Node = { name: string; reports: Node[] };
const draw = (lines: Record<string, string | null>): string => {
  const write = (nodes: Node[]): string =>
    nodes.map(({ name, reports }) => name + (reports.length > 0 ? `(${write(reports)})` : '')).join(' ');
  return write(
    buildTree(Object.entries(lines).map(([name, manager]) => [name, manager, { name, reports: [] as Node[] }])),
  );
};

describe('a tree', () => {
  it('has everyone below their manager, in the order given', () => {
    expect(draw({ cyd: 'bob', eve: 'ann', bob: 'ann', ann: null, dan: 'bob' })).to.equal('ann(eve bob(cyd dan))');
  });

  it('has several tops, and those at the top whose manager is not there', () => {
    expect(draw({ gus: null, bob: 'ann', cyd: 'bob', fay: null })).to.equal('gus bob(cyd) fay');
    expect(draw({})).to.equal('');
  });

  it('leaves out who is in or below a cycle', () => {
    expect(draw({ ann: 'bob', bob: 'ann', cyd: 'bob', dan: 'dan', eve: null })).to.equal('eve');
  });
});

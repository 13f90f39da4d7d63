// Rows of the graph client: what the columns of a query become.
import { expect } from 'chai';
import { buildShape, toRow } from '../../../src/platform/graph/rows.ts';

const rowOf = (columns: Record<string, unknown>): object =>
  toRow(buildShape(Object.keys(columns)), Object.values(columns));

describe('a row of the graph client', () => {
  it('has an object for columns with a dot, which is null if all of them are', () => {
    const columns = { 'user.id': 'u1', 'user.team': null, 'manager.id': null, 'manager.name': null };
    expect(rowOf(columns)).to.deep.equal({ user: { id: 'u1' }, manager: null });
  });

  it('has a list of objects for a column that names the fields of its items', () => {
    const column = 'items[id, text, subject.type, subject.id]';
    const items = [
      ['n1', 'One', null, null],
      ['n2', null, 'goal', 'g1'],
    ];
    expect(rowOf({ unread: 2, [column]: items })).to.deep.equal({
      unread: 2,
      items: [
        { id: 'n1', text: 'One' },
        { id: 'n2', subject: { type: 'goal', id: 'g1' } },
      ],
    });
    expect(rowOf({ [column]: [] })).to.deep.equal({ items: [] });
    expect(rowOf({ [column]: null })).to.deep.equal({ items: null });
  });

  it('has one object for a column that names its fields in braces', () => {
    expect(
      rowOf({ 'line{id, manager.id, active}': ['a', 'b', false], 'move{id, to}': ['a', null], 'rest{id}': null }),
    ).to.deep.equal({
      line: { id: 'a', manager: { id: 'b' }, active: false },
      move: { id: 'a' },
      rest: null,
    });
  });

  it('omits null fields below a column, and keeps a column that is null', () => {
    expect(rowOf({ goal: { id: 'g1', type: null }, other: null })).to.deep.equal({ goal: { id: 'g1' }, other: null });
  });
});

// Cursors of lists: what was signed comes back, and nothing else is accepted.
import { expect } from 'chai';
import fc from 'fast-check';
import { createCursors } from '../../../src/platform/secrets/cursors.ts';

const cursors = createCursors(['s'.repeat(32)]);
const position = { name: 'Zoë', id: '1' };
const binding = ['tenant', 'caller', '/users', [['team', 'Tech']]];
const decode = (cursor: string, bound: unknown = binding, by = cursors): unknown => {
  try {
    return by.decode(cursor, bound);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a cursor', () => {
  it('returns the position it was created from, whatever is in it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (anywhere, bound) => {
        const sent = JSON.parse(JSON.stringify(anywhere)) as typeof anywhere;
        expect(cursors.decode(cursors.encode(sent, bound), bound)).to.deep.equal(sent);
      }),
    );
  });

  it('shows nothing of the position, and is the same for the same one', () => {
    const cursor = cursors.encode(position, binding);
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).to.not.include('name');
    expect(cursors.encode(position, binding)).to.equal(cursor);
    expect(cursors.encode(position, [])).to.not.equal(cursor);
  });

  it('needs no escaping in a query string', () => {
    expect(cursors.encode(position, binding)).to.match(/^[\w-]+$/);
  });

  it('is refused once a character is changed, added or removed', () => {
    const cursor = cursors.encode(position, binding);
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(decode(cursor.slice(0, at) + other + cursor.slice(at + 1)), String(at)).to.equal('INVALID_CURSOR');
      expect(decode(cursor.slice(0, at) + cursor.slice(at + 1)), String(at)).to.equal('INVALID_CURSOR');
    }
    for (const edited of [`${cursor}A`, `${cursor}=`, `${cursor}.A`, ` ${cursor}`, `${cursor}\n`, cursor.slice(0, 16)])
      expect(decode(edited ?? '')).to.equal('INVALID_CURSOR');
  });

  it('is refused where it was not created: another binding, another secret', () => {
    const cursor = cursors.encode(position, binding);
    expect(decode(cursor)).to.deep.equal(position);
    for (const other of [null, [], ['tenant', 'other', '/users', [['team', 'Tech']]], binding.slice(0, 3)])
      expect(decode(cursor, other)).to.equal('INVALID_CURSOR');
    expect(decode(cursor, binding, createCursors(['t'.repeat(32)]))).to.equal('INVALID_CURSOR');
  });

  it('is refused whatever else is sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decode(text)).to.equal('INVALID_CURSOR');
      }),
    );
  });
});

// Answers in parts: together they are the answer, each fits, and none is cut within a row.
import { expect } from 'chai';
import fc from 'fast-check';
import { cutPart, type Whole } from '../../../src/features/assistants/parts.ts';

const maxBytes = 2_000;
const row = fc.record({ id: fc.uuid(), text: fc.string({ unit: 'binary', maxLength: 300 }) });
const wholes = fc.record({ head: fc.string({ maxLength: 100 }), rows: fc.array(row, { maxLength: 60 }) });
const whole = (value: Record<string, unknown>): Whole => ({ value, rows: 'rows', text: JSON.stringify(value) });
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Reads part after part. */
function readAll(value: Record<string, unknown>): Record<string, unknown>[] {
  const parts: Record<string, unknown>[] = [];
  let part: string | undefined;
  do {
    const cut = cutPart(whole(value), part, maxBytes);
    parts.push(cut);
    part = cut['nextPart'] as string | undefined;
  } while (part !== undefined);
  return parts;
}

describe('an answer in parts', () => {
  it('is the answer, row by row, and each part fits', () => {
    fc.assert(
      fc.property(wholes, (value) => {
        if (value.rows.some((one) => bytesOf(one) > maxBytes - 300)) return; // such a row is refused, below
        const parts = readAll(value);
        expect(parts.flatMap((part) => part['rows'] as unknown[])).to.deep.equal(value.rows);
        for (const part of parts) {
          expect(bytesOf(part)).to.be.at.most(maxBytes);
          expect(part['head']).to.equal(value.head);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is as it was, if it fits', () => {
    const value = { head: 'h', rows: [{ id: 1 }] };
    expect(cutPart(whole(value), undefined, maxBytes)).to.equal(value);
  });

  it('is refused where a row alone is too large, or it has no rows', () => {
    const large = { rows: [{ text: 'x'.repeat(maxBytes) }] };
    expect(() => cutPart(whole(large), undefined, maxBytes))
      .to.throw()
      .with.property('code', 'ANSWER_TOO_LARGE');
    expect(() => cutPart({ ...whole(large), rows: null }, undefined, maxBytes))
      .to.throw()
      .with.property('code', 'ANSWER_TOO_LARGE');
  });

  it('is refused where it has changed since, and for a part that nobody gave', () => {
    const rows = Array.from({ length: 40 }, (_none, id) => ({ id, text: 'x'.repeat(100) }));
    const { nextPart } = cutPart(whole({ rows }), undefined, maxBytes);
    const changed = { rows: [{ id: -1, text: 'new' }, ...rows] };
    for (const part of [nextPart as string, '', '3', '3.x', `-1.${'a'.repeat(43)}`])
      expect(() => cutPart(whole(changed), part, maxBytes))
        .to.throw()
        .with.property('code', 'INVALID_CURSOR');
  });
});

// Trace context: a request continues the trace of its caller, or starts one.
import { expect } from 'chai';
import { continueTrace, getTraceId } from '../../src/telemetry/spans.ts';

describe('the trace of a request', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('continues that of the header, with a span of its own and the same flags', () => {
    const header = `00-${traceId}-00f067aa0ba902b7-01`;
    const continued = continueTrace(header);
    expect(continued).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(continued).to.not.equal(header);
    expect(getTraceId(continued)).to.equal(traceId);
  });

  for (const [what, header] of [
    ['absent', undefined],
    ['empty', ''],
    ['text', 'Ada, ada@example.test'],
    ['of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['of an unknown version', `ff-${traceId}-00f067aa0ba902b7-01`],
    ['in capitals', `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`],
  ] as const) {
    it(`starts where the header is ${what}`, () => {
      const started = getTraceId(continueTrace(header));
      expect(started).to.match(/^[0-9a-f]{32}$/);
      expect(started).to.not.equal(traceId);
      expect(started).to.not.equal(getTraceId(continueTrace(header)));
    });
  }
});

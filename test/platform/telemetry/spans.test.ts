// Spans without an SDK cost nothing and change nothing: what the service does must not depend on whether it is traced. A
// request continues the trace of its caller, or starts one.
import { expect } from 'chai';
import {
  continueTrace,
  getOrigin,
  getTraceparent,
  inSpan,
  joinOrigins,
  openSpan,
  parseOrigin,
  getTraceId,
} from '../../../src/platform/telemetry/spans.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const header = `00-${traceId}-00f067aa0ba902b7-01`;

describe('spans of a process that is not traced', () => {
  it('run the work, pass on its result and its error, and record nothing', async () => {
    const error = new Error('refused');
    expect(await inSpan('work', { isRoot: true }, () => Promise.resolve(7))).to.equal(7);
    const failed = await inSpan('work', { isRoot: true }, () => Promise.reject(error)).catch(
      (reason: unknown) => reason,
    );
    expect(failed).to.equal(error);
    expect(openSpan('work', { isRoot: true }).span.isRecording()).to.equal(false);
  });

  it('continue the trace of a header with a span id of their own', () => {
    const { span } = openSpan('request', { isRoot: true, origin: parseOrigin(header) });
    const traceparent = getTraceparent(span, header);
    expect(getTraceId(traceparent)).to.equal(traceId);
    expect(traceparent).to.not.equal(header);
  });

  it('of a malformed header begin a trace', () => {
    expect(parseOrigin('Ada, ada@example.test')).to.equal(parseOrigin(undefined));
  });

  it('have no origin, alone or joined', () => {
    expect(joinOrigins([getOrigin(), getOrigin()])).to.equal(getOrigin());
  });
});

describe('the trace of a request', () => {
  it('continues that of the header, with a span of its own and the same flags', () => {
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

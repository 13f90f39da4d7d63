// Spans without an SDK cost nothing and change nothing: what the service does must not depend on whether it is traced.
import { expect } from 'chai';
import {
  getOrigin,
  getTraceparent,
  inSpan,
  joinOrigins,
  openSpan,
  parseOrigin,
  getTraceId,
} from '../../src/telemetry/spans.ts';

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

// Log lines: an outage in one line, a fault of ours with its stack.
import { connect } from 'node:net';
import { expect } from 'chai';
import { ApiError } from '../../../src/platform/errors.ts';
import { describeError } from '../../../src/platform/telemetry/log.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';

describe('an error in the log', () => {
  const refused = async (): Promise<Error> => {
    const port = await findFreePort();
    return new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  };

  it('has no stack when a server did not answer, but says what it said', async () => {
    const cause = await refused();
    expect(describeError(new ApiError('DATABASE_UNAVAILABLE', undefined, { cause }))).to.deep.equal({
      type: 'ApiError',
      code: 'DATABASE_UNAVAILABLE',
      message: new ApiError('DATABASE_UNAVAILABLE').message,
      cause: { code: 'ECONNREFUSED', message: cause.message },
    });
    expect(describeError(cause)).to.include({ code: 'ECONNREFUSED' }).and.not.have.property('stack');
    const several = new AggregateError([cause, new ApiError('DATABASE_UNAVAILABLE')], 'Some could not be opened.');
    expect(describeError(several)).to.not.have.any.keys('stack', 'aggregateErrors');
  });

  it('has its stack when the fault may be ours', () => {
    for (const error of [
      new TypeError('x is undefined'),
      new ApiError('INTERNAL'),
      new AggregateError([new Error()]),
    ]) {
      expect(describeError(error)).to.have.property('stack', error.stack);
    }
  });
});

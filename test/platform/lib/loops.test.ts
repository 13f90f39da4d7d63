// Work that is repeated until a process stops, or until nothing is left to do.
import { expect } from 'chai';
import { repeatUntilNone, startLoop } from '../../../src/platform/lib/loops.ts';

const hourMs = 60 * 60_000;
const failOnFault = (error: unknown): never => expect.fail(String(error));

describe('a loop', () => {
  it('runs at once, again at once while there is more to do, and then not before its pause', async () => {
    let rounds = 0;
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const loop = startLoop({ pauseMs: hourMs, onFault: failOnFault }, () => {
      rounds += 1;
      if (rounds === 3) reach();
      return Promise.resolve(rounds < 3);
    });
    expect(rounds).to.equal(1);
    await reached;
    await new Promise(setImmediate);
    await loop.stop();
    expect(rounds).to.equal(3);
  });
  it('reports a fault and runs again after the pause for faults', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const faults: unknown[] = [];
    const fault = new Error('out of order');
    const loop = startLoop({ pauseMs: hourMs, pauseAfterFaultMs: 1, onFault: (error) => faults.push(error) }, () => {
      if (faults.length < 2) return Promise.reject(fault);
      reach();
      return Promise.resolve();
    });
    await reached;
    await loop.stop();
    expect(faults).to.deep.equal([fault, fault]);
  });
  it('aborts the signal of the round under way when it is stopped, and waits for its end', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const events: string[] = [];
    const loop = startLoop({ pauseMs: 1, onFault: failOnFault }, async (signal) => {
      signal.addEventListener('abort', () => events.push('aborted'));
      await reached;
      events.push('ended');
    });
    const stopped = loop.stop().then(() => events.push('stopped'));
    reach();
    await stopped;
    expect(events).to.deep.equal(['aborted', 'ended', 'stopped']);
  });
});

describe('batches', () => {
  it('are repeated until one handles nothing, and are summed', async () => {
    const sizes = [3, 1, 0, 5];
    expect(await repeatUntilNone(() => Promise.resolve(sizes.shift() ?? 0))).to.equal(4);
    expect(sizes).to.deep.equal([5]);
  });
  it('end after the batch in which the signal aborts', async () => {
    const stopping = new AbortController();
    const batch = (): Promise<number> => {
      stopping.abort();
      return Promise.resolve(2);
    };
    expect(await repeatUntilNone(batch, stopping.signal)).to.equal(2);
  });
});

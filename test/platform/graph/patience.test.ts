// Patience: a request waits shortly for a database that is silent, and longer for one that answers others.
import { expect } from 'chai';
import type { ApiError } from '../../../src/platform/errors.ts';
import { createPatience } from '../../../src/platform/graph/connection/patience.ts';

const answerWithinMs = 100;
const withinMs = 300;

describe('a request that waits for a statement', () => {
  const never = new Promise<string>(() => undefined);
  /** Waits for a result, and returns what came of it, after how many milliseconds and how many probes. */
  async function wait(
    result: Promise<string>,
    answers: boolean,
  ): Promise<{ outcome: string; ms: number; probes: number }> {
    let probes = 0;
    const probe = (ms: number): Promise<void> => {
      probes += 1;
      return answers
        ? Promise.resolve()
        : new Promise((_, reject) => setTimeout(reject, ms, new Error('The database is silent.')));
    };
    const started = performance.now();
    const outcome = await createPatience(probe, answerWithinMs)(result, withinMs).catch(
      ({ code, message }: ApiError) => code ?? message,
    );
    return { outcome, ms: performance.now() - started, probes };
  }
  const after = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, ms, 'answered'));

  it('gets an answer that is there, and sends no probe', async () => {
    expect(await wait(Promise.resolve('answered'), true)).to.include({ outcome: 'answered', probes: 0 });
  });

  it('gets the error of the statement', async () => {
    expect(await wait(Promise.reject(new Error('failed')), true)).to.include({ outcome: 'failed', probes: 0 });
  });

  it('waits shortly while the database is silent', async () => {
    const { outcome, ms, probes } = await wait(never, false);
    expect([outcome, probes]).to.deep.equal(['DATABASE_UNAVAILABLE', 1]);
    expect(ms).to.be.within(answerWithinMs - 5, withinMs);
  });

  it('waits on while the database answers others, since it may be planning', async () => {
    expect(await wait(after(200), true)).to.include({ outcome: 'answered', probes: 1 });
  });

  it('is told that it takes too long when its time is up', async () => {
    const { outcome, ms } = await wait(never, true);
    expect(outcome).to.equal('ANSWER_TOO_SLOW');
    expect(ms).to.be.at.least(withinMs - 5);
  });
});

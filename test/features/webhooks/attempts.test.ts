// When a delivery that failed is sent again: after its own pause, or the longer one that a busy receiver asks for.
import { expect } from 'chai';
import { judgeAttempt } from '../../../src/features/webhooks/attempts.ts';

describe('a delivery that failed', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const in30s = 'Fri, 20 Nov 2026 10:00:30 GMT';
  const pauses: [status: number, retryAfter: string | undefined, seconds: number][] = [
    [503, undefined, 5],
    [503, '30', 30],
    [429, '30', 30],
    [503, '1', 5],
    [503, in30s, 30],
    [429, 'Fri, 20 Nov 2026 09:00:00 GMT', 5],
    [503, 'Sat, 20 Nov 2027 10:00:00 GMT', 3_600],
    [503, '86400', 3_600],
    [503, '9'.repeat(400), 3_600],
    [503, '-30', 5],
    [503, '', 5],
    [503, '30 s', 5],
    [503, '2026-11-20T10:00:30Z', 5],
    [503, 'Invalid Date', 5],
    [500, '30', 5],
    [302, in30s, 5],
  ];
  for (const [httpStatus, retryAfter, seconds] of pauses) {
    it(`waits ${seconds} s after ${httpStatus} with ${retryAfter?.slice(0, 40) ?? 'no Retry-After'}`, () => {
      const sent = { httpStatus, ...(retryAfter !== undefined && { retryAfter }) };
      const dueAt = new Date(now.getTime() + seconds * 1_000).toISOString();
      expect(judgeAttempt('a delivery', 1, sent, now)).to.deep.equal({
        deliveryId: 'a delivery',
        status: 'pending',
        attempts: 1,
        dueAt,
        httpStatus,
        error: null,
      });
    });
  }

  it('keeps its own pause where that is longer, and is asked for no more after the last attempt', () => {
    const busy = { httpStatus: 429, retryAfter: '30' };
    expect(judgeAttempt('a delivery', 2, busy, now).dueAt).to.equal('2026-11-20T10:05:00.000Z');
    expect(judgeAttempt('a delivery', 8, busy, now)).to.include({ status: 'failed', dueAt: null });
  });
});

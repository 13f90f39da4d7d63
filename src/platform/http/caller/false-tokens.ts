// Limits how many false tokens a client address and an issuer can have verified, so that nobody who is let in waits for them.
import pLimit from 'p-limit';
import { ApiError } from '../../errors.ts';
import { createForgivingCounts } from '../../lib/forgiving-counts.ts';
import { createKeyedLimit } from '../../lib/keyed-limit.ts';
import { falseTokens } from '../../limits.ts';
import type { TakeTurn } from './verify-token.ts';

export type FalseTokens = {
  /** Refuses an address that has sent too many. @throws {ApiError} RATE_LIMITED */
  assertRoom(address: string): void;
  /** Counts one of an address. */
  count(address: string): void;
  /**
   * Creates the function that has something that an address sent verified in its turn: one of each address and issuer, few of
   * an issuer, few in all.
   *
   * @throws {ApiError} (the function) RATE_LIMITED if there were too many false ones by then
   */
  turnsOf(address: string): TakeTurn;
};

/** @param now milliseconds of a monotonic clock */
export function createFalseTokens(now: () => number = () => performance.now()): FalseTokens {
  const addresses = createForgivingCounts(falseTokens.ofAddress, now);
  const issuers = createForgivingCounts(falseTokens.ofIssuer, now);
  const { atOnce } = falseTokens;
  const ofAddresses = createKeyedLimit(1);
  const ofIssuers = createKeyedLimit(atOnce.ofIssuer);
  const all = pLimit(atOnce.total);

  /** Beyond the limit of an issuer, an address without a fault of its own is still let through: nobody is shut out by others. */
  function assertRoom(address: string, issuer?: string): void {
    if (addresses.isSpent(address)) refuse();
    if (issuer !== undefined && issuers.isSpent(issuer) && addresses.isKnown(address, falseTokens.rememberMs)) refuse();
  }

  async function verify<Result>(address: string, issuer: string, work: () => Promise<Result>): Promise<Result> {
    assertRoom(address, issuer);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'UNAUTHENTICATED') issuers.add(issuer);
      throw error;
    }
  }

  return {
    assertRoom,
    count: (address) => addresses.add(address),
    turnsOf: (address) => async (issuer, work) => {
      const key = `${address} ${issuer}`;
      if (ofAddresses.countWaiting(key) >= falseTokens.waiting) refuse();
      return ofAddresses.run(key, () => ofIssuers.run(issuer, () => all(() => verify(address, issuer, work))));
    },
  };
}

function refuse(): never {
  throw new ApiError('RATE_LIMITED', 'Too many invalid tokens came from your address; wait as Retry-After says.');
}

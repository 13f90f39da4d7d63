// Limits how often an address asks, without a token, how the people of companies sign in: whoever tries names is slowed down.
import type { Middleware } from 'koa';
import { ApiError } from '../../errors.ts';
import { createForgivingCounts } from '../../lib/forgiving-counts.ts';
import { signInQuestions } from '../../limits.ts';
import type { FindAddress } from './client-address.ts';

/** Creates the middleware, which every route has whose answer differs by the company in its path. They count together. */
export function limitSignInQuestions(findAddress: FindAddress): Middleware {
  const asked = createForgivingCounts(signInQuestions);
  return async (ctx, next) => {
    const address = findAddress(ctx.req);
    if (asked.isSpent(address))
      throw new ApiError('RATE_LIMITED', 'Too many questions came from your address; wait as Retry-After says.');
    asked.add(address);
    await next();
  };
}

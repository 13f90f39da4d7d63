// The middleware that refuses requests without a valid token.
import type { Middleware } from 'koa';
import { fail } from '../../errors.ts';
import type { FindAddress } from './client-address.ts';
import type { FindCaller } from './find-caller.ts';

/** Refuses requests without a valid token, and stores the caller in `ctx.state.caller`. */
export function authenticate(findCaller: FindCaller, findAddress: FindAddress): Middleware {
  return async (ctx, next) => {
    const authorization = ctx.get('Authorization');
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token === undefined)
      return fail('UNAUTHENTICATED', undefined, /^Bearer\b/i.test(authorization) ? {} : { challenge: 'Bearer' });
    ctx.state['caller'] = await findCaller(token, findAddress(ctx.req));
    await next();
  };
}

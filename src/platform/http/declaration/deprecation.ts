// How clients learn at run time that a call goes away.
import type { Middleware } from 'koa';
import type { Deprecation } from '../../schema/deprecation.ts';
import type { Endpoint } from '../endpoint.ts';

/** Lists the deprecated calls, each at `#<operationId>`. */
export const changesPath = '/docs/changes';

/** The headers of a deprecated call: when that began (RFC 9745), when it ends (RFC 8594), and where clients read more. */
export function buildDeprecationHeaders({ since, sunset }: Deprecation, operationId: string): Record<string, string> {
  const page = `<${changesPath}#${operationId}>`;
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: ['deprecation', 'sunset'].map((rel) => `${page}; rel="${rel}"; type="text/html"`).join(', '),
  };
}

/** The middleware that announces it with each answer of an endpoint, refusals too; none where the endpoint stays. */
export function announceDeprecation({ deprecated, operationId }: Endpoint): Middleware[] {
  if (!deprecated) return [];
  const headers = Object.entries(buildDeprecationHeaders(deprecated, operationId));
  return [
    (ctx, next) => {
      for (const [name, value] of headers) ctx.append(name, value);
      return next();
    },
  ];
}

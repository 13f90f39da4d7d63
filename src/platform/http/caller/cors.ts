// Which web pages may call the API: pages of its own origin and of the configured origins (CORS).
import type { IncomingHttpHeaders } from 'node:http';
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { fail } from '../../errors.ts';

/** Two hours, the longest that Chromium keeps the answer to a preflight. */
const preflightSeconds = 2 * 60 * 60;

const exposedHeaders = [
  'Accept-Patch',
  'Location',
  'Deprecation',
  'ETag',
  'Link',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'WWW-Authenticate',
].join(', ');

/** The origins whose pages may call the API. */
export type Origins = { has(origin: string): boolean };

/**
 * Parses a comma-separated list of origins, of which `http://localhost:*` means any port.
 *
 * @throws {TypeError} if one is no URL
 */
export function parseOrigins(list = ''): Origins {
  const texts = list.split(',').flatMap((text) => text.trim() || []);
  const origins = new Set(texts.map((text) => (text.endsWith(':*') ? text : new URL(text).origin)));
  return { has: (origin) => origins.has(origin) || origins.has(origin.replace(/(:\d+)?$/, ':*')) };
}

/**
 * Answers preflights and marks responses for pages of `origins`. Credentials of the browser (cookies) are never allowed,
 * because tokens come in the Authorization header. A page of another origin is refused before any work is done: it could
 * not read the response, and its request would still change data.
 */
export function allowOrigins(origins: Origins): Middleware {
  const mark = cors({
    origin: (ctx) => (origins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: exposedHeaders,
    maxAge: preflightSeconds,
  });
  return async (ctx, next) => {
    await mark(ctx, async () => {
      const { origin } = ctx.req.headers;
      if (origin !== undefined && !origins.has(origin) && !isSameOrigin(ctx.req.headers)) fail('ORIGIN_NOT_ALLOWED');
      await next();
    });
  };
}

/** The headers with which a page may read a response that does not pass the middleware. */
export function buildCorsHeaders(origins: Origins, { origin }: IncomingHttpHeaders): Record<string, string> {
  const isAllowed = origin !== undefined && origins.has(origin);
  return {
    Vary: 'Origin',
    ...(isAllowed && { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders }),
  };
}

/** Browsers also send Origin with their own origin. Sec-Fetch-Site is right even if a proxy replaced Host. */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return URL.canParse(headers.origin ?? '') && new URL(headers.origin ?? '').host === headers.host;
}

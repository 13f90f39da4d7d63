// Tells clients where tokens come from: the metadata of a protected resource (RFC 9728), and its address in each challenge.
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { SignIn } from '../caller/caller.ts';
import { getOwnAddress } from './authzen-metadata.ts';

const path = '/.well-known/oauth-protected-resource';

/** @param publicUrl where clients reach the API; without it, the metadata names the address at which a request arrived */
export function createResourceMetadataRoutes({ listIssuers }: Pick<SignIn, 'listIssuers'>, publicUrl?: string): Router {
  const router = new Router();
  router.get(path, async (ctx) => {
    const { tenant } = ctx.query;
    const slug = typeof tenant === 'string' ? tenant : undefined;
    const base = publicUrl ?? getOwnAddress(ctx);
    const issuers = slug === undefined ? await listCommonIssuer({ listIssuers }) : await listIssuers(slug);
    ctx.body = {
      resource: slug === undefined ? base : `${base}?tenant=${encodeURIComponent(slug)}`,
      ...(issuers.length > 0 && { authorization_servers: issuers }),
      bearer_methods_supported: ['header'],
      resource_documentation: `${base}/docs`,
    };
  });
  return router;
}

/** The only issuer that there is. With several, which companies are customers is not told to everybody. */
export async function listCommonIssuer({ listIssuers }: Pick<SignIn, 'listIssuers'>): Promise<string[]> {
  const issuers = await listIssuers();
  return issuers.length === 1 ? issuers : [];
}

/** Adds the address of the metadata to the challenge of each 401 (RFC 9728, 5.1). */
export function nameMetadata(publicUrl?: string): Middleware {
  return async (ctx: Context, next) => {
    await next();
    const challenge = ctx.response.get('WWW-Authenticate');
    if (challenge === '') return;
    const address = `resource_metadata="${publicUrl ?? getOwnAddress(ctx)}${path}"`;
    ctx.set('WWW-Authenticate', challenge === 'Bearer' ? `Bearer ${address}` : `${challenge}, ${address}`);
  };
}

// What clients read before they call: the metadata of the access decisions (AuthZEN Authorization API 1.0), and of the
// protected resource (RFC 9728), which says where tokens come from.
import Router from '@koa/router';
import type { Context } from 'koa';
import type { SignIn } from '../caller/find-caller.ts';

/** The paths of the access decisions begin with it. */
export const accessPrefix = '/access/v1/';

const accessPath = '/.well-known/authzen-configuration';
const accessEndpoints = {
  access_evaluation_endpoint: 'evaluation',
  access_evaluations_endpoint: 'evaluations',
  search_subject_endpoint: 'search/subject',
  search_resource_endpoint: 'search/resource',
  search_action_endpoint: 'search/action',
};
const maxAgeSeconds = 3_600;
const resourcePath = '/.well-known/oauth-protected-resource';

/** @param publicUrl where clients reach the API; without it, the metadata names the address at which a request arrived */
export function createMetadataRoutes({ listIssuers }: Pick<SignIn, 'listIssuers'>, publicUrl?: string): Router {
  const router = new Router();
  router.get(accessPath, (ctx) => {
    const base = publicUrl ?? getOwnAddress(ctx);
    const addresses = Object.entries(accessEndpoints).map(([name, at]) => [name, `${base}${accessPrefix}${at}`]);
    ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    ctx.body = { policy_decision_point: base, ...Object.fromEntries(addresses) };
  });
  router.get(resourcePath, async (ctx) => {
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

/** The address at which a request arrived: that of the connection, not the Host header, which its client chooses. */
export function getOwnAddress({ req: { socket } }: Context): string {
  const { localAddress = '', localPort, localFamily } = socket;
  return `http://${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** The only issuer that there is. With several, which companies are customers is not told to everybody. */
export async function listCommonIssuer({ listIssuers }: Pick<SignIn, 'listIssuers'>): Promise<string[]> {
  const issuers = await listIssuers();
  return issuers.length === 1 ? issuers : [];
}

/** Adds the address of the metadata to the challenge of a 401 (RFC 9728, 5.1). */
export function nameMetadata(challenge: string, base: string): string {
  return `${challenge}${challenge === 'Bearer' ? '' : ','} resource_metadata="${base}${resourcePath}"`;
}

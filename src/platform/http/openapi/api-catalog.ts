// Finding the service: the catalog of its APIs (RFC 9727), and the links that lead to their description (RFC 8631).
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { accessPath } from './metadata.ts';
import { accessPrefix, getOwnAddress } from '../addresses.ts';
import { scimPrefix } from '../response/errors.ts';

const catalogPath = '/.well-known/api-catalog';
const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const maxAgeSeconds = 3_600;

/**
 * Creates the middleware that names the description of the API in the header Link. Answers of endpoints have no such link: it would be
 * 120 bytes in each of them, for clients that have found the API already.
 *
 * @param publicUrl where clients reach the API; without it, the links are paths
 */
export function linkDescription(publicUrl = ''): Middleware {
  const links = [
    `<${publicUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${publicUrl}/docs>; rel="service-doc"; type="text/html"`,
  ].join(', ');
  return (ctx, next) => {
    ctx.append('Link', links);
    return next();
  };
}

type Options = {
  /** That of the version. */
  prefix: string;
  publicUrl: string | undefined;
  /** Where this application says whether it is ready; null if a port of its own does. */
  statusPath: string | null;
};

/** Creates the route of the catalog. HEAD has the header Link by which finders know it (RFC 9727, 2). */
export function createCatalogRoutes({ prefix, publicUrl, statusPath }: Options): Router {
  const router = new Router();
  router.get(catalogPath, linkDescription(publicUrl), (ctx) => {
    const base = getOwnAddress(ctx);
    const link = (path: string, type: string): object[] => [{ href: base + path, type }];
    const described = {
      'service-desc': link('/openapi.json', 'application/json'),
      'service-doc': link('/docs', 'text/html'),
      ...(statusPath !== null && { status: link(statusPath, 'application/json') }),
    };
    const members: Record<string, object> = {
      [prefix]: described,
      [accessPrefix.replace(/\/$/, '')]: { ...described, 'service-meta': link(accessPath, 'application/json') },
      [scimPrefix]: { 'service-meta': link(`${scimPrefix}/ServiceProviderConfig`, 'application/scim+json') },
    };
    const catalog = { anchor: base + catalogPath, item: Object.keys(members).map((path) => ({ href: base + path })) };
    ctx.append('Link', `<${publicUrl ?? ''}${catalogPath}>; rel="api-catalog"`);
    ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    ctx.set('Content-Type', catalogType);
    ctx.body = JSON.stringify({
      linkset: [catalog, ...Object.entries(members).map(([path, links]) => ({ anchor: base + path, ...links }))],
    });
  });
  return router;
}

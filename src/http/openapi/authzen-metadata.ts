// Serves the metadata of the access decisions (AuthZEN Authorization API 1.0, policy decision point metadata).
import Router from '@koa/router';
import type { Context } from 'koa';

/** The paths of the access decisions begin with it. */
export const accessPrefix = '/access/v1/';

const path = '/.well-known/authzen-configuration';
const endpoints = {
  access_evaluation_endpoint: 'evaluation',
  access_evaluations_endpoint: 'evaluations',
  search_subject_endpoint: 'search/subject',
  search_resource_endpoint: 'search/resource',
  search_action_endpoint: 'search/action',
};
const maxAgeSeconds = 3_600;

/** @param publicUrl where clients reach the API; without it, the metadata names the address at which a request arrived */
export function createMetadataRoutes(publicUrl?: string): Router {
  const router = new Router();
  router.get(path, (ctx) => {
    const base = publicUrl ?? getOwnAddress(ctx);
    const addresses = Object.entries(endpoints).map(([name, at]) => [name, `${base}${accessPrefix}${at}`]);
    ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    ctx.body = { policy_decision_point: base, ...Object.fromEntries(addresses) };
  });
  return router;
}

/** The address at which a request arrived: that of the connection, not the Host header, which its client chooses. */
export function getOwnAddress({ req: { socket } }: Context): string {
  const { localAddress = '', localPort, localFamily } = socket;
  return `http://${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

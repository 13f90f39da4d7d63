// Addresses of this service that its answers name: where a request reached it, and the paths that several rooms know.
import type { Context, Middleware } from 'koa';

/** The paths of the access decisions begin with it. */
export const accessPrefix = '/access/v1/';

/** Where the metadata of the protected resource is, which says where tokens come from (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/**
 * Creates the middleware that notes at which address a request reached the API. It is noted when the request arrives, because a
 * connection that has closed meanwhile has no address any more.
 *
 * @param publicUrl where clients reach the API; without it, the address is that of the connection, not the Host header, which a
 *   client chooses
 */
export function noteOwnAddress(publicUrl?: string): Middleware {
  return (ctx, next) => {
    const { localAddress = '', localPort, localFamily } = ctx.req.socket;
    ctx.state['ownAddress'] =
      publicUrl ?? `http://${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
    return next();
  };
}

/** The address at which a request reached the API, also in the thread for bulk requests, to which it is passed on. */
export const getOwnAddress = (ctx: Context): string => (ctx.state as { ownAddress: string }).ownAddress;

/** Where the assistants of a company call. */
export const toAssistantsPath = (slug: string): string => `/mcp/${encodeURIComponent(slug)}`;
/** The scope of a token with which an assistant may change something. */
export const writeScope = 'checkin:write';

/** Adds the address of the metadata of the protected resource that was called to a challenge (RFC 9728, 5.1). */
export function nameMetadata(challenge: string, ctx: Context): string {
  const { protectedResource = '' } = ctx.state as { protectedResource?: string };
  const address = `${getOwnAddress(ctx)}${resourceMetadataPath}${protectedResource}`;
  return `${challenge}${challenge === 'Bearer' ? '' : ','} resource_metadata="${address}"`;
}

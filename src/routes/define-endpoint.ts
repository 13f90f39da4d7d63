// Declares the endpoints of this API. Beside the request, a handler gets the files and motivators of the caller's tenant.
import { getCallerId, type Caller } from '../http/caller/caller.ts';
import type { Cursors } from '../secrets/cursors.ts';
import type { LinkSigner } from '../secrets/file-links.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { GraphClient } from '../graph/client.ts';
import type { ErasureLog } from '../org/erasure-log.ts';
import { openOrganisation, type Organisation } from '../org/for-admins.ts';
import { createEndpointFactory } from '../http/declaration/endpoint.ts';
import type { IdentitySettings } from '../identity/manage-providers.ts';
import type { MotivatorsService, TenantMotivators } from '../motivators/cached-motivators.ts';
import type { FileStorage, TenantFiles } from '../storage/file-storage.ts';

export type RouteServices = {
  graph: GraphClient;
  erasures: Pick<ErasureLog, 'append'>;
  files: FileStorage;
  links: LinkSigner;
  cursors: Cursors;
  motivators: MotivatorsService;
  webhooks: WebhookSettings;
  identity: IdentitySettings;
};
/** `allowLoopback` accepts receivers on this machine. */
type WebhookSettings = { secrets: SecretBox; allowLoopback: boolean };
export type RouteContext = {
  /** `linkTo` signs a link to a file that expires after some minutes. */
  files: TenantFiles & { linkTo(fileId: string): string };
  /** Cursors that are valid for this caller only. */
  cursors: Cursors;
  motivators: TenantMotivators;
  webhooks: WebhookSettings;
  identity: IdentitySettings;
  organisation: Organisation;
};

export const defineEndpoint = createEndpointFactory<RouteContext>();

/** Returns a function that creates the context of a request. Its parts are made for handlers that ask for them. */
export function createContextFactory(services: RouteServices) {
  const { files, links, cursors, motivators, webhooks, identity } = services;
  return (caller: Caller, now: Date): RouteContext => {
    const { tenantId } = caller;
    const callerId = getCallerId(caller);
    return {
      get files() {
        return { ...files.forTenant(tenantId), linkTo: (fileId: string) => links.sign(tenantId, fileId, now) };
      },
      cursors: {
        encode: (position, binding) => cursors.encode(position, [tenantId, callerId, binding]),
        decode: (cursor, binding) => cursors.decode(cursor, [tenantId, callerId, binding]),
      },
      get motivators() {
        return motivators.forTenant(tenantId);
      },
      webhooks,
      identity,
      get organisation() {
        return openOrganisation(services, { tenantId, userId: callerId });
      },
    };
  };
}

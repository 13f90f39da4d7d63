// Declares the endpoints of this API. Beside the request, a handler gets the files and motivators of the caller's tenant.
import { getCallerId, type Caller } from '../http/caller.ts';
import type { Cursors } from '../http/cursors.ts';
import { createEndpointFactory } from '../http/endpoint.ts';
import type { MotivatorsService, TenantMotivators } from '../motivators/cached-motivators.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { SecretBox } from '../secret-box.ts';
import type { FileStorage, TenantFiles } from '../storage/file-storage.ts';

export type RouteServices = {
  files: FileStorage;
  links: LinkSigner;
  cursors: Cursors;
  motivators: MotivatorsService;
  webhooks: WebhookSettings;
};
/** `allowLoopback` accepts receivers on this machine. */
type WebhookSettings = { secrets: SecretBox; allowLoopback: boolean };
export type RouteContext = {
  /** `linkTo` signs a link to a file that expires after some minutes. */
  files: TenantFiles & { linkTo(fileId: string): Promise<string> };
  /** Cursors that are valid for this caller only. */
  cursors: Cursors;
  motivators: TenantMotivators;
  webhooks: WebhookSettings;
};

export const defineEndpoint = createEndpointFactory<RouteContext>();

/** Returns a function that creates the context of a request. */
export function createContextFactory({ files, links, cursors, motivators, webhooks }: RouteServices) {
  return (caller: Caller, now: Date): RouteContext => {
    const { tenantId } = caller;
    const callerId = getCallerId(caller);
    return {
      files: { ...files.forTenant(tenantId), linkTo: (fileId) => links.sign(tenantId, fileId, now) },
      cursors: {
        encode: (position, binding) => cursors.encode(position, [tenantId, callerId, binding]),
        decode: (cursor, binding) => cursors.decode(cursor, [tenantId, callerId, binding]),
      },
      motivators: motivators.forTenant(tenantId),
      webhooks,
    };
  };
}

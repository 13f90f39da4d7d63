// Declares the endpoints of this API. Beside the request, a handler gets the files and motivators of the caller's tenant.
import { createEndpointFactory } from '../http/endpoint.ts';
import type { MotivatorsService, TenantMotivators } from '../motivators/cached-motivators.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { FileStorage, TenantFiles } from '../storage/file-storage.ts';

export type RouteServices = { files: FileStorage; links: LinkSigner; motivators: MotivatorsService };
export type RouteContext = {
  /** `linkTo` signs a link to a file that expires after some minutes. */
  files: TenantFiles & { linkTo(fileId: string): Promise<string> };
  motivators: TenantMotivators;
};

export const defineEndpoint = createEndpointFactory<RouteContext>();

/** Returns a function that creates the context of a request. */
export function createContextFactory({ files, links, motivators }: RouteServices) {
  return (tenantId: string, now: Date): RouteContext => ({
    files: { ...files.forTenant(tenantId), linkTo: (fileId) => links.sign(tenantId, fileId, now) },
    motivators: motivators.forTenant(tenantId),
  });
}

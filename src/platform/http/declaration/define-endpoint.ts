// Declares endpoints. Beside the call, a handler gets the files of the caller's tenant and cursors. A feature whose handlers
// need more declares its endpoints by `defineEndpointWith`; app/context.ts makes what they get.
import type { Cursors } from '../../secrets/cursors.ts';
import type { LinkSigner } from '../../secrets/file-links.ts';
import type { FileStorage, TenantFiles } from '../../storage/file-storage.ts';
import { getCallerId, type Caller } from '../caller.ts';
import { createEndpointFactory } from '../endpoint.ts';

export type BaseServices = { files: FileStorage; links: LinkSigner; cursors: Cursors };
export type BaseContext = {
  /** `linkTo` signs a link to a file that expires after some minutes. */
  files: TenantFiles & { linkTo(fileId: string): string };
  /** Cursors that are valid for this caller only. */
  cursors: Cursors;
};

export const defineEndpoint = createEndpointFactory<BaseContext>();

/** The function that declares endpoints whose handlers also get `Own`. */
export const defineEndpointWith = <Own>() => createEndpointFactory<BaseContext & Own>();

/** What every handler gets. Its parts are made for handlers that ask for them. */
export function createBaseContext({ files, links, cursors }: BaseServices, caller: Caller, now: Date): BaseContext {
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
  };
}

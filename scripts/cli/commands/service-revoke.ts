// checkin service revoke: ends the token of a service.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (tokenId: string, { tenant }: { tenant: string }) => {
    await withCaller(tenant, 'operator', async ({ own }) => {
      const params = { tokenId, auditId: randomUUID(), now: new Date().toISOString() };
      const revoked = await own.write('identity/delete_service_token', params);
      if (!revoked) throw new Error(`${tenant} has no token ${tokenId}.`);
      logToStderr(`Token ${tokenId} is refused from the next request on.`);
    });
  });
}

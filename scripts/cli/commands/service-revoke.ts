// checkin service revoke: ends the token of a service.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (tokenId: string, { tenant }: { tenant: string }) => {
    await withConnection(async ({ graph }) => {
      const operator = graph.bind({ tenantId: await findTenantId(graph, tenant), userId: 'operator' });
      const params = { tokenId, auditId: randomUUID(), now: new Date().toISOString() };
      const revoked = await operator.write('identity/delete_service_token', params);
      if (!revoked) throw new Error(`${tenant} has no token ${tokenId}.`);
      logToStderr(`Token ${tokenId} is refused from the next request on.`);
    });
  });
}

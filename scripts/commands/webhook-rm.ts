// checkin webhook rm: deletes a webhook, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { deleteDeliveries } from '../../src/webhooks/delete-deliveries.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (webhookId: string, { tenant }: { tenant: string }) => {
    await withConnection(async ({ graph }) => {
      const tenantId = await findTenantId(graph, tenant);
      const ids = { webhookId, auditId: randomUUID() };
      const params = { ...ids, now: new Date().toISOString(), asOperator: true, permittedRoles: [] };
      const deleted = await graph.transaction({ tenantId, userId: 'operator' }, (tx) =>
        tx.run('webhooks/delete', params),
      );
      if (deleted.length === 0) throw new Error(`${tenant} has no webhook ${webhookId}.`);
      await deleteDeliveries(graph.bind({ tenantId }), webhookId);
      logToStderr(`Webhook ${webhookId} deleted.`);
    });
  });
}

// checkin webhook rm: deletes a webhook, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { deleteDeliveries, deleteWebhook } from '../../../src/webhooks/delete-webhook.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (webhookId: string, { tenant }: { tenant: string }) => {
    await withConnection(async ({ graph }) => {
      const tenantId = await findTenantId(graph, tenant);
      const operator = graph.bind({ tenantId, userId: 'operator' });
      const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator: true };
      const isDeleted = await deleteWebhook(operator, webhookId, context);
      if (!isDeleted) throw new Error(`${tenant} has no webhook ${webhookId}.`);
      await deleteDeliveries(operator, webhookId);
      logToStderr(`Webhook ${webhookId} deleted.`);
    });
  });
}

// checkin webhook rm: deletes a webhook.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { deleteDeliveries, deleteWebhook } from '../../../src/webhooks/manage-webhooks.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (webhookId: string, { tenant }: { tenant: string }) => {
    await withCaller(tenant, 'webhook:manage', async ({ own, asOperator }) => {
      const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator };
      const isDeleted = await deleteWebhook(own, webhookId, context);
      if (!isDeleted) throw new Error(`${tenant} has no webhook ${webhookId}.`);
      await deleteDeliveries(own, webhookId);
      logToStderr(`Webhook ${webhookId} deleted.`);
    });
  });
}

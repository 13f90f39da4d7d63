// Deletes a webhook, for an admin or the operator, and then its deliveries.
import { rolesThatManageWebhooks } from '../access/permissions.ts';
import type { Graph } from '../graph/client.ts';
import { repeatUntilNone } from '../lib/loops.ts';

const batchSize = 5_000;

/** Returns false if the webhook does not exist, or the caller may not delete it. */
export async function deleteWebhook(
  graph: Pick<Graph, 'write'>,
  webhookId: string,
  { now, newId, asOperator = false }: { now: string; newId: () => string; asOperator?: boolean },
): Promise<boolean> {
  const params = { webhookId, auditId: newId(), now, asOperator, permittedRoles: rolesThatManageWebhooks };
  return (await graph.write('webhooks/delete', params)) !== null;
}

/**
 * Deletes all deliveries of a webhook that no longer exists, batch by batch: there may be hundreds of thousands. What an
 * interruption leaves is deleted with its age, after 30 days.
 */
export async function deleteDeliveries(graph: Pick<Graph, 'write'>, webhookId: string): Promise<void> {
  const params = { webhookId, limit: batchSize };
  await repeatUntilNone(async () => {
    const batch = await graph.write<{ deleted: number }>('webhooks/delete_deliveries', params);
    return batch?.deleted ?? 0;
  });
}

// Deletes the deliveries of a webhook that was deleted, batch by batch: there may be hundreds of thousands.
import type { Graph } from '../graph/client.ts';

const batchSize = 5_000;

/** Deletes all deliveries of a webhook that no longer exists. What an interruption leaves is deleted with its age, after 30 days. */
export async function deleteDeliveries(graph: Pick<Graph, 'write'>, webhookId: string): Promise<void> {
  for (;;) {
    const params = { webhookId, limit: batchSize };
    const batch = await graph.write<{ deleted: number }>('webhooks/delete_deliveries', params);
    if ((batch?.deleted ?? 0) < batchSize) return;
  }
}

// Deletes a tenant with everything it has, in batches; cut off half-way, it can be begun again.
import type { GraphClient } from '../graph/client.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { queryWholeTenant } from './whole-tenant.ts';

const batchSize = 5_000;

/**
 * Deletes the tenant's files, what carries its label, then the tenant itself.
 *
 * @returns how many nodes there were
 * @throws {ApiError} FILES_UNAVAILABLE, as a rule before anything else is deleted
 */
export async function deleteTenant(
  graph: GraphClient,
  files: FileStorage,
  tenantId: string,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  const [{ count: total } = { count: 0 }] = await queryWholeTenant<{ count: number }>(
    graph,
    'tenants/count_nodes',
    tenantId,
  );
  await files.forTenant(tenantId).removeAll(); // first: while the tenant is there, this can be tried again
  let done = 0;
  for (;;) {
    const [row] = await queryWholeTenant<{ deleted: number }>(graph, 'tenants/delete_nodes', tenantId, {
      limit: batchSize,
    });
    if (!row?.deleted) break;
    done += row.deleted;
    progress(Math.min(done, total), total);
  }
  await graph.bind({ tenantId }).write('tenants/delete');
  await files.forTenant(tenantId).removeAll(); // and last: whoever was uploading could not have recorded it any more
  return done + 1;
}

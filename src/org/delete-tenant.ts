// Deletes a tenant with its files and nodes, in batches. It can be repeated after an interruption.
import type { GraphClient } from '../graph/client.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { ErasureServices } from './erasure-log.ts';
import { queryWholeTenant } from './whole-tenant.ts';

const batchSize = 5_000;
type Progress = (done: number, total: number) => void;

/**
 * Deletes the files, then the nodes with the tenant's label, then the tenant. The erasure log gets its id before the first node.
 *
 * @returns the number of deleted nodes
 * @throws {ApiError} FILES_UNAVAILABLE, usually before a node is deleted
 */
export async function deleteTenant(
  { graph, files, erasures }: ErasureServices,
  tenantId: string,
  progress?: Progress,
): Promise<number> {
  await files.forTenant(tenantId).removeAll(); // first, so it can be retried while the tenant exists
  await erasures.append({ kind: 'tenant', tenantId, at: new Date().toISOString() });
  return deleteTenantData(graph, files, tenantId, progress);
}

/**
 * Deletes what is stored under the id of a tenant, without an entry in the erasure log.
 *
 * @returns the number of deleted nodes
 */
export async function deleteTenantData(
  graph: GraphClient,
  files: FileStorage,
  tenantId: string,
  progress: Progress = () => undefined,
): Promise<number> {
  const [{ count: total } = { count: 0 }] = await queryWholeTenant<{ count: number }>(
    graph,
    'tenants/count_nodes',
    tenantId,
  );
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
  await files.forTenant(tenantId).removeAll(); // an upload may have stored a file in the meantime
  return done + 1;
}

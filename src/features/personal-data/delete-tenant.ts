// Deletes a tenant with its files and nodes, in batches. It can be repeated after an interruption.
import { readSystemUser } from '../../platform/lib/system-user.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { ErasureServices } from './erasure-log.ts';
import { removeStaged, runAlone } from '../organisation/import/stage-people.ts';
import { queryWholeTenant } from '../../platform/graph/exact/whole-tenant.ts';

const batchSize = 5_000;
type Progress = (done: number, total: number) => void;

/**
 * Deletes the files, then the nodes with the tenant's label, then the tenant. The erasure log gets its id first, so a
 * deletion that fails afterwards must be repeated: it can be, because the tenant goes last.
 *
 * @returns the number of deleted nodes
 * @throws {Error} if the erasure log cannot be written; nothing is deleted then
 * @throws {ApiError} FILES_UNAVAILABLE, usually before a node is deleted
 */
export async function deleteTenant(
  { graph, files, erasures }: ErasureServices,
  tenantId: string,
  progress?: Progress,
): Promise<number> {
  await erasures.append({ kind: 'tenant', tenantId, at: new Date().toISOString(), by: readSystemUser() });
  await files.forTenant(tenantId).removeAll(); // before the nodes, so it can be retried while the tenant exists
  const deleted = await deleteTenantNodes(graph, tenantId, progress);
  await files.forTenant(tenantId).removeAll(); // an upload may have stored a file in the meantime
  return deleted;
}

/**
 * Deletes a tenant from the database and nothing else: no file, and no entry in the erasure log. For a tenant that
 * lives on in another database, which may use the same files and the same log.
 *
 * @returns the number of deleted nodes
 */
export async function deleteTenantNodes(
  graph: GraphClient,
  tenantId: string,
  progress: Progress = () => undefined,
): Promise<number> {
  const [{ count: total } = { count: 0 }] = await queryWholeTenant<{ count: number }>(
    graph,
    tenantId,
    'tenants/count_nodes',
  );
  let done = 0;
  const deleteNodes = async (): Promise<void> => {
    for (;;) {
      const params = { limit: batchSize };
      const [row] = await queryWholeTenant<{ deleted: number }>(graph, tenantId, 'tenants/delete_nodes', params);
      if (!row?.deleted) return;
      done += row.deleted;
      progress(Math.min(done, total), total);
    }
  };
  await deleteNodes();
  await graph.transaction({ tenantId }, async (tx) => {
    await tx.rows('organisation/lock_tenant'); // an import that is under way ends first, and no other one begins
    await deleteNodes(); // nodes that the import has made
    await removeStaged(runAlone(graph, { tenantId }), tenantId);
    await tx.rows('tenants/delete');
  });
  return done + 1;
}

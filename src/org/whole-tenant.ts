// Asks about everything a tenant has. Neo4j 5 looks at every node for a label that is a parameter, so it is written out.
import type { GraphClient } from '../graph/client.ts';
import { getQuery, toTenantLabel } from '../graph/query-files.ts';

/** Runs a query file whose `:$($tenantLabel)` is to be a label scan: for an operator, not for requests. */
export async function queryWholeTenant<T>(
  graph: GraphClient,
  name: string,
  tenantId: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const label = toTenantLabel(tenantId);
  if (!/^T_[0-9a-f]{32}$/.test(label)) throw new Error('The id of this tenant is no UUID.');
  const text = getQuery(name).text.replaceAll(':$($tenantLabel)', `:${label}`);
  return (await graph.statement(text, { tenantId, tenantLabel: label, ...params })) as T[];
}

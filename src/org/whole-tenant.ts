// Runs queries over all nodes of a tenant. Neo4j 5 scans all nodes if the label is a parameter, so it is inlined.
import type { GraphClient } from '../graph/client.ts';
import { getQuery, toTenantLabel } from '../graph/query-files.ts';

/** Runs a query file with a label scan instead of `:$($tenantLabel)`. For commands, too slow for requests. */
export async function queryWholeTenant<T>(
  graph: GraphClient,
  name: string,
  tenantId: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const label = toTenantLabel(tenantId);
  if (!/^T_[0-9a-f]{32}$/.test(label)) throw new Error('The id of the tenant is not a UUID.');
  const text = getQuery(name).text.replaceAll(':$($tenantLabel)', `:${label}`);
  return (await graph.statement(text, { tenantId, tenantLabel: label, ...params })) as T[];
}

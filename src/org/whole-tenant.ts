// Asks about everything a tenant has. Neo4j 5 looks at every node for a label that is a parameter, so it is written out.
import type { GraphDoor } from '../graph/client.ts';
import { query, tenantLabel } from '../graph/query-files.ts';

/** Runs a query file whose `:$($tenantLabel)` is to be a label scan: for an operator, not for requests. */
export async function askWholeTenant<T>(
  graph: GraphDoor,
  name: string,
  tenantId: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const label = tenantLabel(tenantId);
  if (!/^T_[0-9a-f]{32}$/.test(label)) throw new Error('The id of this tenant is no UUID.');
  const text = query(name).text.replaceAll(':$($tenantLabel)', `:${label}`);
  return (await graph.statement(text, { tenantId, tenantLabel: label, ...params })) as T[];
}

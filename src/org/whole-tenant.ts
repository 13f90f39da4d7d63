// Runs queries over all nodes of a tenant.
import type { GraphClient } from '../graph/client.ts';
import { createTenantStatements } from '../graph/tenant-statements.ts';

/** Runs a query file with a label scan. For commands, too slow for requests. */
export async function queryWholeTenant<T>(
  graph: GraphClient,
  name: string,
  tenantId: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const statement = createTenantStatements(tenantId)(name, params);
  return (await graph.statement(statement.text, statement.params)) as T[];
}

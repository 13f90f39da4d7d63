// Runs queries over all nodes of a tenant.
import type { GraphClient } from '../graph/client.ts';
import type { Call } from '../graph/queries/call-types.ts';
import { createTenantStatements } from '../graph/exact/tenant-statements.ts';

/** Runs a query file with a label scan. For commands, too slow for requests. */
export async function queryWholeTenant<T>(graph: GraphClient, tenantId: string, ...call: Call): Promise<T[]> {
  const statement = createTenantStatements(tenantId)(...call);
  return (await graph.statement(statement.text, statement.params)) as T[];
}

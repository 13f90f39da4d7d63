// Statements over all nodes of one tenant, for commands; too slow for requests.
import type { GraphClient } from '../client.ts';
import type { Params } from '../rows.ts';
import type { Call } from '../queries/call-types.ts';
import { getQuery, toTenantLabel } from '../queries/query-files.ts';

/**
 * Creates the function that binds query files to a tenant. The label of the tenant stands in the text instead of
 * `:$($tenantLabel)`, because Neo4j 5 scans all nodes if it is a parameter.
 *
 * @throws {Error} if the id is not a UUID
 */
export function createTenantStatements(tenantId: string): (...call: Call) => { text: string; params: Params } {
  const tenantLabel = toTenantLabel(tenantId);
  if (!/^T_[0-9a-f]{32}$/.test(tenantLabel)) throw new Error('The id of the tenant is not a UUID.');
  return (...[name, params = {}]) => ({
    text: getQuery(name).text.replaceAll(':$($tenantLabel)', `:${tenantLabel}`),
    params: { tenantId, tenantLabel, ...params },
  });
}

/** Runs a query file with a label scan. */
export async function queryWholeTenant<T>(graph: GraphClient, tenantId: string, ...call: Call): Promise<T[]> {
  const { text, params } = createTenantStatements(tenantId)(...call);
  return (await graph.statement(text, params)) as T[];
}

// Finds the id of a tenant by its slug. Unlike tenants.ts, it does not import the settings, which load slowly.
import type { GraphClient } from '../../../platform/graph/client.ts';

/** @throws {Error} if no tenant has the slug */
export async function findTenantId(graph: GraphClient, slug: string): Promise<string> {
  const tenant = await graph.bind({}).maybe<{ id: string }>('tenants/find_by_slug', { slug });
  if (!tenant) throw tenantNotFound(slug);
  return tenant.id;
}

export function tenantNotFound(slug: string): Error {
  return new Error(
    `There is no tenant ${JSON.stringify(slug)}; "checkin tenant list" lists them, "checkin tenant create" creates one.`,
  );
}

// A tenant's id by its slug, without its settings: most commands need no more, and the settings take long to load.
import type { GraphClient } from '../graph/client.ts';

/**
 * The id of the tenant of a slug.
 *
 * @throws {Error} when there is none
 */
export async function findTenantId(graph: GraphClient, slug: string): Promise<string> {
  const tenant = await graph.bind({}).maybe<{ id: string }>('tenants/find_by_slug', { slug });
  if (!tenant) throw tenantNotFound(slug);
  return tenant.id;
}

/** The complaint that no tenant has this slug. */
export function tenantNotFound(slug: string): Error {
  return new Error(
    `There is no tenant ${JSON.stringify(slug)}; "checkin tenant list" lists them, "checkin tenant create" makes one.`,
  );
}

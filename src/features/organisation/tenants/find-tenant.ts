// Finds the id of a tenant, by its slug or by somebody in it. Unlike tenants.ts, it does not import the settings, which load slowly.
import type { GraphClient } from '../../../platform/graph/client.ts';

/** @throws {Error} if no tenant has the slug */
export async function findTenantId(graph: GraphClient, slug: string): Promise<string> {
  const tenant = await graph.bind({}).maybe<{ id: string }>('tenants/find_by_slug', { slug });
  if (!tenant) throw tenantNotFound(slug);
  return tenant.id;
}

/** @throws {Error} unless somebody active has the address in exactly one tenant */
export async function findTenantOf(graph: GraphClient, email: string): Promise<string> {
  const { tenants } = await graph
    .bind({})
    .one<{ tenants: { id: string; slug: string }[] }>('tenants/find_by_address', { email });
  const [tenant, ...more] = tenants;
  if (!tenant) throw new Error(`Nobody active has the address ${JSON.stringify(email)}.`);
  if (more.length === 0) return tenant.id;
  const slugs = tenants.map(({ slug }) => slug).join(', ');
  throw new Error(`Several tenants have somebody active with this address: choose one with --tenant (${slugs}).`);
}

export function tenantNotFound(slug: string): Error {
  return new Error(
    `There is no tenant ${JSON.stringify(slug)}; "checkin tenant list" lists them, "checkin tenant create" creates one.`,
  );
}

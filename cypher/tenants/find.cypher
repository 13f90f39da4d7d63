// The tenant of a slug.
MATCH (tenant:Tenant {slug: $slug})
RETURN
  tenant.id AS id, tenant.slug AS slug, tenant.name AS name, tenant.timezone AS timezone,
  tenant.nominationDays AS nominationDays, toString(tenant.createdAt) AS createdAt

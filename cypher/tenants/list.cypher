// Returns all tenants by slug.
// @all-tenants
MATCH (tenant:Tenant)
RETURN
  tenant.id AS id, tenant.slug AS slug, tenant.name AS name, tenant.timezone AS timezone,
  moment(tenant.createdAt) AS createdAt
ORDER BY slug

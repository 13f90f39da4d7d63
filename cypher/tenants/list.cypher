// Returns all tenants by slug.
MATCH (tenant:Tenant)
RETURN
  tenant.id AS id, tenant.slug AS slug, tenant.name AS name, tenant.timezone AS timezone,
  moment(tenant.createdAt) AS createdAt
ORDER BY slug

// Returns all tenants by slug.
MATCH (tenant:Tenant)
RETURN
  tenant.id AS id, tenant.slug AS slug, tenant.name AS name, tenant.timezone AS timezone,
  left(toString(tenant.createdAt + duration({nanoseconds: 1})), 23) + 'Z' AS createdAt
ORDER BY slug

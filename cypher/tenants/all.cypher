// Every tenant by its slug, with what a list shows of it.
MATCH (tenant:Tenant)
RETURN
  tenant.id AS id, tenant.slug AS slug, tenant.name AS name, tenant.timezone AS timezone,
  toString(tenant.createdAt) AS createdAt
ORDER BY slug

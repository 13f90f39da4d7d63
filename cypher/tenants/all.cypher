// Every tenant's id and slug, by slug.
MATCH (tenant:Tenant)
RETURN tenant.id AS id, tenant.slug AS slug
ORDER BY slug

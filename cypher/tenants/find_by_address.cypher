// Returns the tenants in which somebody active has this e-mail address, by slug.
// @all-tenants
// @param email: text
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  MATCH (person:User {tenantId: tenant.id, email: $email})
  WHERE person.active
  RETURN {id: tenant.id, slug: tenant.slug}
  ORDER BY tenant.slug
} AS tenants

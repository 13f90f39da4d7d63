// Returns whether a tenant with this id exists, and whether one with this slug does.
// @all-tenants
// @param slug: text
RETURN
  EXISTS { MATCH (tenant:Tenant {id: $tenantId}) } AS hasId,
  EXISTS { MATCH (tenant:Tenant {slug: $slug}) } AS hasSlug

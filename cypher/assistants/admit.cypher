// Returns whether the company of the caller is the one of $slug, and what its assistants may do. `standing` is null for a caller who has left.
// @ahead api
// @param slug: text
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN caller {.roles} AS standing, coalesce(tenant.slug = $slug, false) AS isTheirs, tenant.assistants AS assistants

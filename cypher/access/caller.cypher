// Returns the caller's roles and the tenant's time zone. `standing` is null when the caller is unknown or deactivated;
// src/access/caller-graph.ts answers 401 to a null `standing` of every query.
// @ahead api
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone} AS tenant

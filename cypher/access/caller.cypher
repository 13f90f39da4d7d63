// Returns the caller's roles and the tenant's time zone. `standing` is null when the caller is unknown or deactivated;
// the graph client answers 401 to a null `standing` in every query.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone} AS tenant

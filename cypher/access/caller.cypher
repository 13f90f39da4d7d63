// Returns the caller's roles and time zone, their own or the tenant's. `standing` is null when the caller is unknown or
// deactivated; src/platform/access/caller-graph.ts answers 401 to a null `standing` of every query.
// @ahead api
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {timezone: coalesce(caller.timezone, tenant.timezone)} AS tenant

// Returns the caller's roles, time zone, their own or the tenant's, and what is said of their language, as in questions/stored-questions.ts. `standing` is null when the caller is unknown or
// deactivated; src/platform/access/caller-graph.ts answers 401 to a null `standing` of every query.
// @ahead api
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  [caller.language, caller.preferredLanguage, tenant.language] AS languages,
  tenant {timezone: coalesce(caller.timezone, tenant.timezone)} AS tenant

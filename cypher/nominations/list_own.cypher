// Returns the caller's recent nominations, with the tenant's time zone and nomination days.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays} AS tenant,
  // @include recent_nominations
  AS nominations

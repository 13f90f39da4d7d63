// Returns the names of those of $userIds who are active users of the tenant, ordered by name, with the tenant's time
// zone and nomination days. A name missing from the list means that the id is unknown or deactivated.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays} AS tenant,
  COLLECT {
    UNWIND $userIds AS userId
    MATCH (nominee:User {tenantId: $tenantId, id: userId, active: true})
    RETURN nominee.name ORDER BY nominee.name
  } AS names

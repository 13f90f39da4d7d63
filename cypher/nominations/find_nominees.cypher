// Those of these people who are active users of the tenant, by name, and the tenant's nomination days and time zone.
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

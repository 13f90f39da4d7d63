// Returns the names of the active users of the tenant among $userIds, ordered by name, with the tenant's settings
// about nominations. A name missing from the list means that the id is unknown or deactivated. `teamFound`
// says whether the tenant has a team with the key $teamKey.
// @param userIds: list of ids
// @param teamKey: text or null
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays, .nominateKnownTeamsOnly} AS tenant,
  COLLECT {
    UNWIND $userIds AS userId
    MATCH (nominee:User {tenantId: $tenantId, id: userId, active: true})
    RETURN nominee.name ORDER BY nominee.sortName
  } AS names,
  EXISTS { (:Team {tenantId: $tenantId, key: $teamKey}) } AS teamFound

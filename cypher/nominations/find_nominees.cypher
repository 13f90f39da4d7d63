// Returns the names of those of $userIds who are active users of the tenant, ordered by name, with the tenant's settings
// about nominations. A name missing from the list means that the id is unknown or deactivated. With $teamWanted, `teams`
// are the names of all teams if the tenant restricts nominations to them; else there are none.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays, .nominateKnownTeamsOnly} AS tenant,
  COLLECT {
    UNWIND $userIds AS userId
    MATCH (nominee:User {tenantId: $tenantId, id: userId, active: true})
    RETURN nominee.name ORDER BY nominee.name
  } AS names,
  COLLECT {
    UNWIND CASE WHEN $teamWanted AND tenant.nominateKnownTeamsOnly = 'on' THEN [true] END AS restricted
    MATCH (team:Team {tenantId: $tenantId})
    WHERE team.name IS NOT NULL
    RETURN team.name
  } AS teams

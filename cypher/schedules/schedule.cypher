// Returns the time zone and the times that the caller has chosen, the key of their team, and the schedules of the tenant, as stored.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (caller)-[:MEMBER_OF]->(team:Team)
RETURN
  caller {.roles} AS standing,
  caller {.timezone, .opens, .due, .lastCall, .digest} AS own,
  team.key AS team,
  tenant {.timezone, .opens, .due, .lastCall, .digest, .teamSchedules} AS tenant

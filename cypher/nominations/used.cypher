// What the caller has nominated in the two months a window may belong to, and the tenant's nomination days.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays} AS tenant,
  COLLECT {
    MATCH (caller)-[:MADE]->(nomination:Nomination {tenantId: $tenantId})
    WHERE nomination.createdAt >= datetime($now) - duration({days: 33})
    RETURN nomination {.kind, .period, .teamName} ORDER BY nomination.teamKey
  } AS nominations

// Returns the caller's nominations of the last 33 days, which covers the two months a nomination window can belong to,
// at most 100, ordered by teamKey, with the tenant's time zone and nomination days.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays} AS tenant,
  COLLECT {
    MATCH (caller)-[:MADE]->(nomination:Nomination {tenantId: $tenantId})
    WHERE nomination.createdAt >= datetime($now) - duration({days: 33})
    WITH nomination
    ORDER BY nomination.createdAt DESC
    LIMIT 100
    RETURN nomination {.kind, .period, .teamName} ORDER BY nomination.teamKey
  } AS nominations

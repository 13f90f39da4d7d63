// Returns a user's cached motivators, the caller's standing towards them, and the tenant's elevated roles. `cached` is
// null before the first pull.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (motivators:Motivators {tenantId: $tenantId, userId: $userId})
RETURN
  // @include standing_for_insights
  AS standing,
  tenant {.elevatedRoles} AS tenant,
  owner IS NOT NULL AS userFound,
  cached_motivators(motivators) AS cached

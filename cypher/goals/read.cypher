// A goal, the caller's standing towards its owner, and the tenant's time zone, which says what week it is.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (goal:Goal {tenantId: $tenantId, id: $goalId})<-[:OWNS]-(owner:User)
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
RETURN
  caller {.roles, hops: length(line)} AS standing,
  tenant {.timezone} AS tenant,
  goal {.id, weekStart: toString(goal.weekStart)} AS goal

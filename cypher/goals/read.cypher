// Returns a goal, the caller's standing towards its owner, and the owner's time zone, which decides the current
// week. `goal` is null when it does not exist in the tenant; `copyId` is the id of its copy.
// @param goalId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (goal:Goal {tenantId: $tenantId, id: $goalId})<-[:OWNS]-(owner:User)
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
RETURN
  // @include standing
  AS standing,
  tenant {timezone: coalesce(owner.timezone, tenant.timezone)} AS tenant,
  goal_fields(goal) AS goal,
  COLLECT { MATCH (copy:Goal {tenantId: $tenantId, copyOf: goal.id}) RETURN copy.id }[0] AS copyId

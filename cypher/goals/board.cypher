// Returns a user's goals of the weeks $from to $to, oldest first by dateSet, with the caller's standing towards that
// user at $now, or `owner` null for nobody of the tenant. $userId null means the caller. $from and $to are Mondays
// (yyyy-mm-dd); the handler assigns goals to columns by that user's time zone. At most the 1,000 newest; without
// descriptions if these goals have more than a million characters in all. A description is never cut: a client would
// store the rest of it. `isCopied` says whether a goal has a copy.
// @param userId: id or null
// @param from: date
// @param to: date
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: coalesce($userId, $callerId)})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
WITH
  owner, team, tenant,
  // @include standing
  AS standing
RETURN
  standing,
  tenant {timezone: coalesce(owner.timezone, tenant.timezone)} AS tenant,
  named_user(owner, team) AS owner,
  COLLECT {
    UNWIND CASE WHEN could_see(standing) THEN [owner.id] ELSE [] END AS ownerId
    MATCH (goal:Goal {tenantId: $tenantId, userId: ownerId})
    WHERE date($from) <= goal.weekStart <= date($to)
    WITH goal
    ORDER BY goal.dateSet DESC
    LIMIT 1000
    WITH collect(goal) AS goals, sum(size(goal.title) + size(coalesce(goal.description, ''))) AS characters
    UNWIND goals AS goal
    RETURN [
      goal.id,
      CASE WHEN characters > 1000000 THEN left(goal.title, 200) ELSE goal.title END,
      CASE WHEN characters <= 1000000 THEN goal.description END,
      goal.type, goal.status, toString(goal.weekStart),
      moment(goal.dateSet),
      moment(goal.dateCompleted),
      EXISTS { (:Goal {tenantId: $tenantId, copyOf: goal.id}) }
    ]
    ORDER BY goal.dateSet, goal.id
  } AS `goals[id, title, description, type, status, weekStart, dateSet, dateCompleted, isCopied]`

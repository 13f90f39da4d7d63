// Returns whether moves of a plan let its author see more people (includes/gains_sight), by the chart of this moment,
// while roles need a second admin. Of moves that do so together, one does so alone: the one nearest to the author.
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
WITH CASE WHEN tenant.roleApproval = 'second_admin' THEN plan END AS plan
OPTIONAL MATCH (admin:User {tenantId: $tenantId, id: plan.authorId})
CALL (plan, admin) {
  WITH * WHERE admin IS NOT NULL
  MATCH (person:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: plan.id}]->(manager:User)
  USING INDEX move:WOULD_REPORT_TO(planId)
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(previous:User)
  WITH admin, manager, previous
  WHERE
    // @include gains_sight
  WITH manager LIMIT 1
  RETURN count(manager) > 0 AS givesSight
}
RETURN givesSight

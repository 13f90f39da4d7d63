// Returns whether moves of a plan let somebody see people whom they should not by the word of its author alone
// (includes/gains_sight; $establishedDays is the default of the setting), by the chart of this moment, while roles need a
// second admin. `hasGrown` says whether an admin has moved people below somebody of the plan since it was approved, whom the
// plan would show as well. Of moves that do so together, one does so alone: the one nearest to the author.
// @param planId: id
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
WITH
  tenant,
  CASE WHEN tenant.roleApproval = 'second_admin' THEN plan END AS plan,
  // @include established_days
  AS establishedDays
OPTIONAL MATCH (admin:User {tenantId: $tenantId, id: plan.authorId})
CALL (plan, admin, establishedDays) {
  WITH * WHERE admin IS NOT NULL
  MATCH (person:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: plan.id}]->(target)
  USING INDEX move:WOULD_REPORT_TO(planId)
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(previous:User)
  WITH admin, person, CASE WHEN target:User THEN target END AS manager, previous, establishedDays
  WHERE
    // @include gains_sight
  WITH person LIMIT 1
  RETURN count(person) > 0 AS givesSight
}
CALL (tenant, plan) {
  UNWIND CASE WHEN tenant.lastMoveAt >= plan.approvedAt THEN [plan.approvedAt] ELSE [] END AS since
  MATCH
    // @include moved_since
    AND EXISTS { (upper)-[:REPORTS_TO*0..]->(:User)-[:WOULD_REPORT_TO {planId: plan.id}]->(:User) }
  RETURN count(person) > 0 AS hasGrown
}
RETURN givesSight, hasGrown

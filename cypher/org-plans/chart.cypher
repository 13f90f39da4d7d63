// Returns everything a preview is computed from. List: the first row is the heading with the caller's standing, the
// plan or null, its `lostIds`, who stands behind it (plan_backing), the tenant's setting and the revision of the chart.
// Rows with `move` follow, in order: [userId, managerId before, managerId of the plan, number of summaries that wait
// for a response], where null is the top of the chart; then rows with `line`: everyone of the tenant, also who has
// left, as [id, id of the manager or null, active, whether they have one of $furtherRoles]. Callers without one of
// $permittedRoles get the heading alone.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
WITH
  caller {.roles} AS standing, tenant, plan,
  plan IS NOT NULL AND ($asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles)) AS isPermitted
CALL (standing, tenant, plan, isPermitted) {
  RETURN
    standing AS head, tenant.orgRevision AS currentRevision,
    plan {.id, .name, .status, effectiveOn: toString(plan.effectiveOn), .lostIds} AS planned,
    tenant {.planApproval} AS settings,
    plan_backing(plan) AS backing,
    null AS move, null AS line
  UNION ALL
  UNWIND CASE WHEN isPermitted THEN [true] ELSE [] END AS permitted
  MATCH (person:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: $planId}]->(target)
  USING INDEX move:WOULD_REPORT_TO(planId)
  WITH person, move, target
  ORDER BY move.position
  RETURN
    null AS head, null AS currentRevision, null AS planned, null AS settings, null AS backing,
    [person.id, move.fromManagerId, CASE WHEN target:User THEN target.id END, COUNT {
      MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
      WHERE
        // @include is_open
    }] AS move, null AS line
  UNION ALL
  UNWIND CASE WHEN isPermitted THEN [true] ELSE [] END AS permitted
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(manager:User)
  RETURN
    null AS head, null AS currentRevision, null AS planned, null AS settings, null AS backing, null AS move,
    [person.id, manager.id, person.active, any(role IN person.roles WHERE role IN $furtherRoles)] AS line
}
RETURN head AS standing, currentRevision, planned AS plan, settings AS tenant, backing, move, line

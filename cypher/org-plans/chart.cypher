// Returns everything a preview is computed from. List: the first row is the heading with the caller's standing, the
// plan or null, its `lostIds`, who stands behind it (plan_backing), the tenant's setting and the revision of the chart.
// Rows with `move` follow, in order: `fromId` is the manager before, `toId` that of the plan, which the top of the chart has not,
// and `open` the number of summaries that wait for a response; then rows with `line`: everyone of the tenant, also who has
// left. `seesFurther` says whether they have one of $furtherRoles. Rows with `part` are last: the partner and the head of each part of the company
// below a person, now or later (includes/is_in_part); a partner with one of $rolesWithTenantScope sees everybody anyway. Callers without one of $permittedRoles get the heading alone.
// @param planId: id
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param furtherRoles: list of roles
// @param rolesWithTenantScope: list of roles
// @param now: instant
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
    null AS move, null AS line, null AS part
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
        is_open(summary)
    }] AS move, null AS line, null AS part
  UNION ALL
  UNWIND CASE WHEN isPermitted THEN [true] ELSE [] END AS permitted
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(manager:User)
  RETURN
    null AS head, null AS currentRevision, null AS planned, null AS settings, null AS backing, null AS move,
    [person.id, manager.id, person.active, any(role IN person.roles WHERE role IN $furtherRoles)] AS line,
    null AS part
  UNION ALL
  UNWIND CASE WHEN isPermitted THEN [true] ELSE [] END AS permitted
  MATCH (partner:User {tenantId: $tenantId, active: true})-[part:PARTNER_OF {tenantId: $tenantId}]->(head:User)
  USING INDEX part:PARTNER_OF(tenantId, id)
  WHERE part.id IS NOT NULL AND part.until > datetime($now) AND NOT 'admin' IN partner.roles
    AND NOT any(role IN partner.roles WHERE role IN $rolesWithTenantScope)
  RETURN
    null AS head, null AS currentRevision, null AS planned, null AS settings, null AS backing, null AS move, null AS line,
    [partner.id, part.headId] AS part
}
RETURN
  head AS standing, currentRevision, planned AS plan, settings AS tenant, backing,
  move AS `move{userId, fromId, toId, open}`, line AS `line{id, managerId, active, seesFurther}`,
  part AS `part{userId, headId}`

// Returns a page of the plans of the tenant, newest first, behind the position $after ({createdAt, id} or null); of one
// $status, or of all where it is null. Callers without one of $permittedRoles get none.
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param after: position or null
// @param status: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  UNWIND CASE WHEN $asOperator OR any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  MATCH (plan:OrgPlan {tenantId: $tenantId})
  WHERE plan.createdAt <= datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AND plan.id IS NOT NULL
    AND ($after IS NULL OR plan.createdAt < datetime($after.createdAt) OR plan.id < $after.id)
    AND ($status IS NULL OR plan.status = $status)
  WITH plan
  ORDER BY plan.tenantId DESC, plan.createdAt DESC, plan.id DESC
  LIMIT 201
  WITH plan, plan_fields(plan) AS fields
  ORDER BY plan.createdAt DESC, plan.id DESC
  RETURN collect(fields {.*, position: {createdAt: fields.createdAt, id: fields.id}}) AS plans
}
RETURN standing, plans[0..toInteger($limit) + 1] AS items

// Returns a page of the moves of a plan of any status in their order, behind the position $after ({position} or null),
// with the manager at the time of writing and the one of the plan. Moves of people who were erased are gone. `isFound`
// is false when the tenant has no such plan. Callers without one of $permittedRoles get none.
// @param planId: id
// @param permittedRoles: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
WITH caller {.roles} AS standing, plan.id AS planId
CALL (standing, planId) {
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  CALL (planId) {
    MATCH (mover:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: planId}]->(target)
    USING INDEX move:WOULD_REPORT_TO(planId, position)
    WHERE move.position > coalesce($after.position, -1)
    WITH mover, move, target
    ORDER BY move.planId, move.position
    LIMIT 201
    RETURN mover, move, target
  }
  WITH mover, move, target
  ORDER BY move.position
  RETURN collect({
    user: user_ref(mover),
    from: user_by_id(move.fromManagerId),
    to: user_by_id(target.id),
    position: {position: move.position}
  }) AS moves
}
RETURN standing, planId IS NOT NULL AS isFound, moves[0..toInteger($limit) + 1] AS items

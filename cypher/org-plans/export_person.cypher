// Returns the moves of plans that give a user a manager, how many people plans move to them, and the plans that they wrote,
// approved, applied or took back, or that lost a move of theirs.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT {
    MATCH (person)-[move:WOULD_REPORT_TO]->(target)
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: move.planId})
    RETURN move {
      .planId, .fromManagerId, plan: plan.name, status: plan.status, effectiveOn: plan.effectiveOn,
      manager: CASE WHEN target:User THEN target {.id, .name} END
    }
    ORDER BY plan.createdAt
  } AS plannedMoves,
  COLLECT {
    MATCH (person)<-[move:WOULD_REPORT_TO]-()
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: move.planId})
    WITH plan, count(*) AS people
    RETURN {planId: plan.id, plan: plan.name, status: plan.status, effectiveOn: plan.effectiveOn, people: people}
    ORDER BY plan.createdAt
  } AS plannedReports,
  COLLECT {
    MATCH (plan:OrgPlan {tenantId: $tenantId})
    WHERE plan.createdAt IS NOT NULL AND plan.id IS NOT NULL AND (
      $userId IN [plan.authorId, plan.approverId, plan.appliedById, plan.undoneById]
      OR $userId IN plan.lostIds
      OR plan.faults CONTAINS $userId
    )
    RETURN plan {
      .id, .name, .status, .reason, .effectiveOn, .createdAt, .appliedAt,
      isAuthor: plan.authorId = $userId,
      isApprover: plan.approverId = $userId,
      hasApplied: plan.appliedById = $userId,
      hasUndone: plan.undoneById = $userId
    }
    ORDER BY plan.createdAt
  } AS plans

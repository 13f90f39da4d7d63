// Returns the scheduled plans of which a user is the author or the approver, earliest day first, up to 100 ({id, name,
// effectiveOn}).
// @param userId: id
RETURN COLLECT {
  MATCH (plan:OrgPlan {tenantId: $tenantId, status: 'scheduled'})
  WHERE plan.effectiveOn IS NOT NULL AND (plan.authorId = $userId OR plan.approverId = $userId)
  RETURN plan {.id, .name, effectiveOn: toString(plan.effectiveOn)}
  ORDER BY plan.effectiveOn, plan.id
  LIMIT 100
} AS plans

// Takes the write lock of a plan until the transaction ends, before its moves or its state are changed (see org/lock_tenant).
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
RETURN plan.id AS id

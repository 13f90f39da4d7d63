// Takes the write lock of the caller's own goal until the transaction ends (see organisation/lock_tenant).
// @param goalId: id
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.id = $goalId
RETURN goal.id AS id

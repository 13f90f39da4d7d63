// Takes the write lock of the caller's own summary until the transaction ends (see org/lock_tenant). A response to it takes the
// same lock.
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
SET summary.id = $summaryId
RETURN summary.id AS id

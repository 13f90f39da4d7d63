// Takes the write lock of a summary that the caller wrote or responded to, until the transaction ends (see
// organisation/lock_tenant). A response to it takes the same lock.
// @param summaryId: id
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})
WHERE summary.userId = $callerId OR EXISTS { (summary)<-[:ANSWERS]-(:Response)<-[:GAVE]-(:User {id: $callerId}) }
SET summary.id = $summaryId
RETURN summary.id AS id

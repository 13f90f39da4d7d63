// Deletes the caller's draft of a week, if there is one. No row when the caller is unknown or deactivated.
// @batch
// @param weekStart: date
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
SET owner.id = $callerId
WITH owner
OPTIONAL MATCH (draft:SummaryDraft {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
DETACH DELETE draft
RETURN owner.id AS id

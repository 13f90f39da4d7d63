// Saves the caller's draft of a week in place of the one before; $content is JSON. Where they have a summary of that
// week, its id is `summaryId`, and nothing is changed: the lock on the caller, which a submission takes as well, makes
// the two wait for each other. No row when the caller is unknown or deactivated.
// @batch
// @param weekStart: date
// @param draftId: id
// @param content: text
// @param now: instant
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
SET owner.id = $callerId
WITH owner
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
CALL (owner, summary) {
  WITH * WHERE summary IS NULL
  MERGE (draft:SummaryDraft {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  ON CREATE SET draft:$($tenantLabel), draft.id = $draftId
  SET draft.content = $content, draft.savedAt = datetime($now)
  MERGE (owner)-[:DRAFTED]->(draft)
}
RETURN summary.id AS summaryId

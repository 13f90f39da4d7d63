// Edits the caller's response to a summary and returns it. `isFinal` is true, and nothing is changed, a day after it was given. No row
// unless the caller gave it and is still above the author of the summary in the reporting line when the transaction runs. Writing the
// id of the summary first takes the lock that other changes of it take.
// @batch
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
SET summary.id = $summaryId
WITH summary, owner
MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User {tenantId: $tenantId, id: $callerId, active: true})
WHERE EXISTS { (owner)-[:REPORTS_TO*1..]->(manager) }
WITH summary, response, manager, response.createdAt + duration({days: 1}) < datetime($now) AS isFinal
CALL (summary, response, isFinal) {
  WITH * WHERE NOT isFinal
  SET response.body = $body, response.editedAt = datetime($now)
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.response_edited:' + $changeId})
  ON CREATE SET
    change.type = 'summary.response_edited',
    change.subjectType = 'summary',
    change.subjectId = summary.id,
    change.changed = ['response'],
    // @include change_entry
}
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
RETURN
  response {
    .id, .body,
    manager: manager {.id, .name, team: team.name},
    createdAt: moment(response.createdAt),
    editedAt: moment(response.editedAt)
  } AS response,
  isFinal

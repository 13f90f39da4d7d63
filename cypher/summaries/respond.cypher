// Creates the response to a summary and, in the same transaction, the event that notifies its author. A summary has one
// response: when one exists, it is returned unchanged and its id differs from $responseId. No row unless the caller is
// active and still above the author in the reporting line when the transaction runs.
// @batch
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $callerId, active: true})
WITH summary, owner, manager
WHERE EXISTS { (owner)-[:REPORTS_TO*1..]->(manager) }
MERGE (response:Response {tenantId: $tenantId, summaryId: $summaryId})
ON CREATE SET
  response:$($tenantLabel),
  response.id = $responseId,
  response.body = $body,
  response.createdAt = datetime($now)
WITH manager, summary, owner, response
CALL (manager, summary, owner, response) {
  WITH * WHERE response.id = $responseId
  MERGE (manager)-[:GAVE]->(response)
  MERGE (response)-[:ANSWERS]->(summary)
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.responded:' + response.id})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'weekly_summary.responded',
    event.queue = 'notifications',
    event.subjectId = summary.id,
    event.actorId = $callerId,
    event.recipientIds = [owner.id],
    // @include pending_event
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.responded:' + response.id})
  ON CREATE SET
    change.type = 'summary.responded',
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
    createdAt: moment(response.createdAt)
  } AS response

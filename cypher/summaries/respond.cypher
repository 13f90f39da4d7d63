// Writes the one response to a summary and, in the same transaction, the event that will notify its owner. The caller
// must stand above the owner at this moment too. A response that was there already comes back: its id is not the one given.
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
    event:$($tenantLabel),
    event.id = $eventId,
    event.type = 'weekly_summary.responded',
    event.subjectId = summary.id,
    event.actorId = $callerId,
    event.recipientIds = [owner.id],
    event.status = 'pending',
    event.attempts = 0,
    event.dueAt = datetime($now),
    event.createdAt = datetime($now)
}
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
RETURN
  response {
    .id, .body,
    manager: manager {.id, .name, team: team.name},
    createdAt: left(toString(response.createdAt + duration({nanoseconds: 1})), 23) + 'Z'
  } AS response

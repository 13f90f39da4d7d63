// Creates the response to a summary and, in the same transaction, the event that notifies its author. A summary has one
// response: when one exists, it is returned unchanged and its id differs from $responseId. No row unless the caller is
// active and still above the author in the reporting line when the transaction runs, or the deputy of somebody who is,
// on whose behalf they respond: of several the nearest to the author.
// @batch
// @param summaryId: id
// @param responseId: id
// @param body: text
// @param now: instant
// @param eventId: id
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
WITH
  summary, owner, caller AS manager, length(line) AS levelsAbove,
  [place IN
    // @include places
    WHERE place.levelsAbove > 0 AND 'answer' IN place.rights | place.managerId][0] AS principalId
WHERE levelsAbove > 0 OR levelsAbove IS NULL AND principalId IS NOT NULL
OPTIONAL MATCH (principal:User {tenantId: $tenantId, id: CASE WHEN levelsAbove IS NULL THEN principalId END})
MERGE (response:Response {tenantId: $tenantId, summaryId: $summaryId})
ON CREATE SET
  response:$($tenantLabel),
  response.id = $responseId,
  response.body = $body,
  response.createdAt = datetime($now)
WITH manager, principal, summary, owner, response
CALL (manager, principal, summary, owner, response) {
  WITH * WHERE response.id = $responseId
  MERGE (manager)-[:GAVE]->(response)
  FOREACH (one IN CASE WHEN principal IS NULL THEN [] ELSE [principal] END | MERGE (response)-[:ON_BEHALF_OF]->(one))
  MERGE (response)-[:ANSWERS]->(summary)
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.responded:' + response.id})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'weekly_summary.responded',
    event.queue = 'notifications',
    event.subjectId = summary.id,
    event.actorId = $callerId,
    event.recipientIds = [owner.id],
    pending_event(event, datetime($now))
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.responded:' + response.id})
  ON CREATE SET
    change.type = 'summary.responded',
    change.subjectType = 'summary',
    change.subjectId = summary.id,
    change.changed = ['response'],
    change_entry(change)
}
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  // @include response_fields
  AS response

// Edits the caller's response to a summary and returns it. `isFinal` is true, and nothing is changed, a day after it
// was given. No row unless the caller gave it and is still above the author of the summary in the reporting line when
// the transaction runs, or the deputy of somebody who is. Writing the id of the summary first takes the lock that other
// changes of it take.
// @batch
// @param summaryId: id
// @param now: instant
// @param body: text
// @param changeId: id
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
SET summary.id = $summaryId
WITH summary, owner
MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(manager)
WITH
  summary, owner, response, manager AS caller, line
WITH
  summary, response, caller AS manager, length(line) AS levelsAbove,
  [place IN
    // @include places
    WHERE place.levelsAbove > 0 AND 'answer' IN place.rights] AS places
WHERE levelsAbove > 0 OR levelsAbove IS NULL AND size(places) > 0
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
    change_entry(change)
}
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  // @include response_fields
  AS response,
  isFinal

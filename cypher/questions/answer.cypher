// Replaces the caller's answers of a week by $rows (version, and text, points, choices or yes). If the week has a summary, the change
// log has an entry of its edit. The lock on the caller makes two replacements wait for each other, and an erasure wait for both. After it
// the caller is looked up again: SET says nothing about a node that has been erased meanwhile. The lock on a question makes its end wait.
// An answer to a question that has been deleted meanwhile is left out. Returns no row if the caller is unknown or deactivated.
MATCH (locked:User {tenantId: $tenantId, id: $callerId, active: true})
SET locked.id = $callerId
WITH locked
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (owner) {
  MATCH (answer:Answer {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
  WHERE answer.questionId IS NOT NULL AND NOT answer.questionId IN [row IN $rows | row.questionId]
  DETACH DELETE answer
}
CALL (owner) {
  UNWIND $rows AS row
  MATCH (question:Question {tenantId: $tenantId, id: row.questionId})
  SET question.id = row.questionId
  MERGE (answer:Answer {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart), questionId: row.questionId})
  ON CREATE SET answer:$($tenantLabel), answer.id = row.answerId
  SET
    answer.version = row.version,
    answer.text = row.text,
    answer.points = row.points,
    answer.choices = row.choices,
    answer.yes = row.yes,
    answer.answeredAt = datetime($now)
}
CALL (owner) {
  MATCH (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.edited:' + $changeId})
  ON CREATE SET
    change.type = 'summary.edited',
    change.subjectType = 'summary',
    change.subjectId = summary.id,
    change.changed = ['answers'],
    // @include change_entry
}
RETURN owner.id AS id

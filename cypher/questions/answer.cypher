// Replaces the caller's answers of a week by $rows (version, and text, points, choices or yes). If the week has a summary, the change
// log has an entry of its edit, and once it has a response, `editedAt` of an answer says when it was changed. The lock on the caller makes two replacements wait for each other, and an erasure wait for both. The locks
// on the questions, in the order of their ids, make their ends wait. After them, caller and questions are looked up again: SET says nothing
// about a node that has been deleted meanwhile. `isSaved` is false, and nothing is changed, if one of the questions has been deleted.
// Returns no row if the caller is unknown or deactivated.
// @param rows: list of {questionId: id, answerId: id, version: number, text: text or null, points: number or null,
//   choices: list of numbers or null, yes: boolean or null}
// @param weekStart: date
// @param now: instant
// @param changeId: id
MATCH (locked:User {tenantId: $tenantId, id: $callerId, active: true})
SET locked.id = $callerId
WITH locked
CALL () {
  UNWIND $rows AS row
  MATCH (asked:Question {tenantId: $tenantId, id: row.questionId})
  WITH asked, row
  ORDER BY row.questionId
  SET asked.id = row.questionId
  RETURN count(*) AS asked
}
WITH asked
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
WITH owner, COUNT {
  UNWIND $rows AS row
  MATCH (question:Question {tenantId: $tenantId, id: row.questionId})
} = size($rows) AS isSaved
CALL (owner, isSaved) {
  WITH * WHERE isSaved
  MATCH (answer:Answer {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
  WHERE answer.questionId IS NOT NULL AND NOT answer.questionId IN [row IN $rows | row.questionId]
  DETACH DELETE answer
}
CALL (owner, isSaved) {
  WITH * WHERE isSaved
  WITH EXISTS {
    (:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})<-[:ANSWERS]-(:Response)
  } AS isRespondedTo
  UNWIND $rows AS row
  MERGE (answer:Answer {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart), questionId: row.questionId})
  ON CREATE SET answer:$($tenantLabel), answer.id = row.answerId
  WITH answer, row, isRespondedTo AND answer.answeredAt IS NOT NULL AND (
    answer.version <> row.version OR coalesce(answer.text, '') <> coalesce(row.text, '') OR coalesce(answer.points, 0) <> coalesce(row.points, 0)
    OR coalesce(answer.choices, []) <> coalesce(row.choices, []) OR coalesce(answer.yes <> row.yes, false)
  ) AS isEdited
  SET
    answer.editedAt = CASE WHEN isEdited THEN datetime($now) ELSE answer.editedAt END,
    answer.version = row.version,
    answer.text = row.text,
    answer.points = row.points,
    answer.choices = row.choices,
    answer.yes = row.yes,
    answer.answeredAt = datetime($now)
}
CALL (owner, isSaved) {
  WITH * WHERE isSaved
  MATCH (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.edited:' + $changeId})
  ON CREATE SET
    change.type = 'summary.edited',
    change.subjectType = 'summary',
    change.subjectId = summary.id,
    change.changed = ['answers'],
    change_entry(change)
}
RETURN isSaved

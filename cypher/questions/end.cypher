// Ends a question. If nobody has answered it, it is deleted with what goes with it. SET takes the lock that an answer takes, too; after it the question is looked
// up again, because another end may have deleted it meanwhile. Returns no row if there is no such question.
// @param questionId: id
// @param now: instant
// @param auditId: id
// @param values: audit values
MATCH (locked:Question {tenantId: $tenantId, id: $questionId})
SET locked.id = $questionId
WITH locked
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
WITH question, EXISTS { MATCH (answer:Answer {tenantId: $tenantId, questionId: $questionId}) WHERE answer.weekStart IS NOT NULL } AS isAnswered
SET question.endedAt = coalesce(question.endedAt, datetime($now))
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'question.end',
  entry += $values,
  audit_entry(entry, $callerId, datetime($now))
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.ended:' + $auditId})
ON CREATE SET
  change.type = 'question.ended',
  change.subjectType = 'question',
  change.subjectId = $questionId,
  change.changed = ['endedAt'],
  change_entry(change)
WITH question, isAnswered
CALL (question, isAnswered) {
  WITH * WHERE NOT isAnswered
  WITH question, parts_of_question(question) AS parts
  FOREACH (part IN parts | DETACH DELETE part)
  DETACH DELETE question
}
RETURN $questionId AS id

// Ends a question. If nobody has answered it, it is deleted. SET takes the lock that an answer takes, too. Returns no row if there is no
// such question.
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
SET question.id = $questionId
WITH question, EXISTS { MATCH (answer:Answer {tenantId: $tenantId, questionId: $questionId}) WHERE answer.weekStart IS NOT NULL } AS isAnswered
SET question.endedAt = coalesce(question.endedAt, datetime($now))
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'question.end',
  entry += $values,
  // @include audit_entry
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.ended:' + $auditId})
ON CREATE SET
  change.type = 'question.ended',
  change.subjectType = 'question',
  change.subjectId = $questionId,
  change.changed = ['endedAt'],
  // @include change_entry
WITH question, isAnswered
CALL (question, isAnswered) {
  WITH * WHERE NOT isAnswered
  OPTIONAL MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: $questionId})
  WHERE wording.version IS NOT NULL
  DETACH DELETE wording
  DETACH DELETE question
}
RETURN $questionId AS id

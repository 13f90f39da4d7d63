// Changes a question that has not ended, and returns it. $content that differs from the current wording is a new version. Writing the id
// takes the lock under which versions are counted. No row when there is none that has not ended.
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
SET question.id = $questionId
WITH question
WHERE question.endedAt IS NULL
MATCH (current:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: question.version})
WITH question, current, $content IS NOT NULL AND current.content <> $content AS isNew
SET
  question.isRequired = coalesce($isRequired, question.isRequired),
  question.toWeek = coalesce(date($toWeek), question.toWeek),
  question.version = question.version + CASE WHEN isNew THEN 1 ELSE 0 END
WITH question, isNew
CALL (question, isNew) {
  WITH * WHERE isNew
  MERGE (wording:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: question.version})
  ON CREATE SET wording:$($tenantLabel), wording.content = $content, wording.createdAt = datetime($now)
}
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'question.update',
  entry += $values,
  // @include audit_entry
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.updated:' + $auditId})
ON CREATE SET
  change.type = 'question.updated',
  change.subjectType = 'question',
  change.subjectId = $questionId,
  change.changed = $changed,
  // @include change_entry
RETURN
  // @include question_fields
  AS question

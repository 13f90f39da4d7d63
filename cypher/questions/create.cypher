// Creates a question of the caller and returns it. MERGE on the id makes a retried transaction return that of the first attempt. Runs
// under the tenant's lock (questions/lock_audience), after the rules. $userId is the head of its audience, or null. $content is the
// wording as JSON. No row when the caller is unknown or deactivated, unless $asOperator: then nobody is named as its author.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR caller IS NOT NULL
MERGE (question:Question {tenantId: $tenantId, id: $questionId})
ON CREATE SET
  question:$($tenantLabel),
  question.kind = $kind,
  question.version = 1,
  question.frequency = $frequency,
  question.everyWeeks = $everyWeeks,
  question.fromWeek = date($fromWeek),
  question.toWeek = date($toWeek),
  question.audience = $audience,
  question.audienceName = $audienceName,
  question.isRequired = $isRequired,
  question.points = $points,
  question.optionCount = $optionCount,
  question.isSeveral = $isSeveral,
  question.createdAt = datetime($now)
MERGE (wording:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: 1})
ON CREATE SET wording:$($tenantLabel), wording.content = $content, wording.createdAt = datetime($now)
FOREACH (author IN CASE WHEN caller IS NULL THEN [] ELSE [caller] END | MERGE (author)-[:ASKED]->(question))
WITH question
CALL (question) {
  MATCH (head:User {tenantId: $tenantId, id: $userId})
  MERGE (question)-[:ASKED_BELOW]->(head)
}
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'question.create',
  entry.userId = $userId,
  entry += $values,
  // @include audit_entry
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.created:' + $questionId})
ON CREATE SET
  change.type = 'question.created',
  change.subjectType = 'question',
  change.subjectId = $questionId,
  change.changed = [],
  // @include change_entry
RETURN
  // @include question_fields
  AS question

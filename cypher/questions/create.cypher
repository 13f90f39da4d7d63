// Creates questions, and returns them in their order. The caller is their author; with $asOperator they have no author. The transaction
// holds the lock of questions/lock_audiences. `byManager` remembers whose share it takes, and who may change it. If it is repeated, MERGE finds the questions of the first attempt by their ids. Returns no
// row if the caller is unknown or deactivated.
// @param asOperator: boolean
// @param rows: list of {questionId: id, kind: text, frequency: text, everyWeeks: number or null, fromWeek: date,
//   toWeek: date or null, audience: text, audienceName: text or null, isRequired: boolean, isOfManager: boolean,
//   points: number or null, lowest: number or null, optionCount: number or null, isSeveral: boolean or null, createdAt: instant,
//   content: JSON text, userId: id or null, auditId: id, values: audit values}
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR caller IS NOT NULL
UNWIND $rows AS row
MERGE (question:Question {tenantId: $tenantId, id: row.questionId})
ON CREATE SET
  question:$($tenantLabel),
  question.kind = row.kind,
  question.version = 1,
  question.frequency = row.frequency,
  question.everyWeeks = row.everyWeeks,
  question.fromWeek = date(row.fromWeek),
  question.toWeek = date(row.toWeek),
  question.audience = row.audience,
  question.audienceName = row.audienceName,
  question.isRequired = row.isRequired,
  question.byManager = CASE WHEN row.isOfManager THEN true END,
  question.points = row.points,
  question.lowest = row.lowest,
  question.optionCount = row.optionCount,
  question.isSeveral = row.isSeveral,
  question.createdAt = datetime(row.createdAt)
MERGE (wording:QuestionWording {tenantId: $tenantId, questionId: row.questionId, version: 1})
ON CREATE SET wording:$($tenantLabel), wording.content = row.content, wording.createdAt = datetime(row.createdAt)
FOREACH (author IN CASE WHEN caller IS NULL THEN [] ELSE [caller] END | MERGE (author)-[:ASKED]->(question))
WITH row, question
CALL (row, question) {
  MATCH (head:User {tenantId: $tenantId, id: row.userId})
  MERGE (question)-[:ASKED_BELOW]->(head)
}
MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
ON CREATE SET
  entry.action = 'question.create',
  entry.userId = row.userId,
  entry += row.values,
  audit_entry(entry, $callerId, datetime($now))
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.created:' + row.questionId})
ON CREATE SET
  change.type = 'question.created',
  change.subjectType = 'question',
  change.subjectId = row.questionId,
  change.changed = [],
  change_entry(change)
WITH question
ORDER BY question.createdAt, question.id
RETURN collect(
  // @include question_fields
) AS questions

// Changes a question that has not ended, and returns it. $content that differs from the current wording is a new version; if there are
// $maxWordings, nothing is changed, and `isFull` is true. With $optionIds it means the same as the version $basedOn: it continues the
// series of that version, and its options have these ids, in their order. `series` is the number of the version with which the meaning began.
// Writing the id takes the lock under which versions are counted. After it the question is looked up again, because its end may have deleted it
// meanwhile. No row when there is none that has not ended.
// @param questionId: id
// @param content: JSON text or null
// @param maxWordings: number
// @param isRequired: boolean or null
// @param toWeek: date or null
// @param basedOn: number
// @param optionIds: list of numbers or null
// @param now: instant
// @param auditId: id
// @param values: audit values
// @param changed: list of texts
MATCH (locked:Question {tenantId: $tenantId, id: $questionId})
SET locked.id = $questionId
WITH locked
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
WHERE question.endedAt IS NULL
MATCH (current:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: question.version})
WITH question, current, $content IS NOT NULL AND current.content <> $content AS isNew
WITH question, current, isNew, isNew AND question.version >= $maxWordings AS isFull
CALL (question, current, isNew, isFull) {
  WITH * WHERE NOT isFull
  SET
    question.isRequired = coalesce($isRequired, question.isRequired),
    question.toWeek = coalesce(date($toWeek), question.toWeek),
    question.version = question.version + CASE WHEN isNew THEN 1 ELSE 0 END
  WITH question, isNew, CASE WHEN current.version = $basedOn AND $optionIds IS NOT NULL THEN current END AS same
  CALL (question, isNew, same) {
    WITH * WHERE isNew
    MERGE (wording:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: question.version})
    ON CREATE SET wording:$($tenantLabel), wording.content = $content, wording.createdAt = datetime($now),
      wording.series = coalesce(same.series, same.version),
      wording.optionIds = CASE WHEN same IS NOT NULL AND size($optionIds) > 0 THEN $optionIds END
  }
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'question.update',
    entry += $values,
    audit_entry(entry, $callerId, datetime($now))
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'question.updated:' + $auditId})
  ON CREATE SET
    change.type = 'question.updated',
    change.subjectType = 'question',
    change.subjectId = $questionId,
    change.changed = $changed,
    change_entry(change)
}
RETURN
  // @include question_fields
  AS question,
  isFull

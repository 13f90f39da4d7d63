// Asks questions for the benchmark: $rows {questionId, userId (the author), frequency, fromWeek, audience, audienceName}, with the
// words $content.
// @param rows: list of {userId: id, questionId: id, frequency: text, fromWeek: date, audience: text, audienceName: text or null}
// @param now: instant
// @param content: JSON text
UNWIND $rows AS row
MATCH (author:User {tenantId: $tenantId, id: row.userId})
CREATE (author)-[:ASKED]->(:Question:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.questionId,
  version: 1,
  kind: 'yes_no',
  frequency: row.frequency,
  everyWeeks: CASE row.frequency WHEN 'weekly' THEN 1 END,
  fromWeek: date(row.fromWeek),
  audience: row.audience,
  audienceName: row.audienceName,
  isRequired: false,
  createdAt: datetime($now)
})
CREATE (:QuestionWording:$($tenantLabel) {
  tenantId: $tenantId,
  questionId: row.questionId,
  version: 1,
  content: $content,
  createdAt: datetime($now)
})

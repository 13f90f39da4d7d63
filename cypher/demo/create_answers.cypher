// Creates a batch of the demo's answers to its questions. Ids and times are parameters.
UNWIND $answers AS row
MATCH (owner:User {tenantId: $tenantId, email: row.email})
CREATE (:Answer:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  userId: owner.id,
  weekStart: date(row.weekStart),
  questionId: row.questionId,
  version: 1,
  text: row.text,
  points: row.points,
  choices: row.choices,
  yes: row.yes,
  answeredAt: datetime(row.answeredAt)
})

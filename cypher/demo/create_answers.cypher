// Creates a batch of the demo's answers to its questions. Ids and times are parameters.
// @param answers: list of {email: text, id: id, weekStart: date, questionId: id, text: text or null, points: number or null,
//   choices: list of numbers or null, yes: boolean or null, answeredAt: instant}
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

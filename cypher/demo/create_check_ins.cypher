// Creates a batch of the demo's summaries, each with its author's manager's response if answer. Ids and times are
// parameters. Creates no outbox events: nobody is notified about the past.
// @param checkIns: list of {email: text, id: id, weekStart: date, scores: {qualityOfWork: number, personalWellbeing: number,
//   professionalWellbeing: number}, proud: text, obstacles: text, learned: text, important: text, createdAt: instant,
//   response?: {id: id, managerEmail: text, body: text, createdAt: instant} or null}
UNWIND $checkIns AS row
MATCH (owner:User {tenantId: $tenantId, email: row.email})
OPTIONAL MATCH (owner)-[:REPORTS_TO]->(manager:User)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
CREATE (owner)-[:WROTE]->(summary:Summary:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  userId: owner.id,
  weekStart: date(row.weekStart),
  department: team.department,
  qualityOfWork: row.scores.qualityOfWork,
  personalWellbeing: row.scores.personalWellbeing,
  professionalWellbeing: row.scores.professionalWellbeing,
  proud: row.proud,
  obstacles: row.obstacles,
  learned: row.learned,
  important: row.important,
  createdAt: datetime(row.createdAt)
})
FOREACH (answer IN CASE WHEN row.response IS NULL THEN [] ELSE [row.response] END |
  CREATE (manager)-[:GAVE]->(response:Response:$($tenantLabel) {
    tenantId: $tenantId,
    id: answer.id,
    summaryId: row.id,
    body: answer.body,
    createdAt: datetime(answer.createdAt)
  })-[:ANSWERS]->(summary)
)

// Writes a batch of the demo's summaries, each with the answer of the writer's manager if there is one. Ids and times
// are given. Nobody is to be notified of the past.
UNWIND $checkIns AS written
MATCH (owner:User {tenantId: $tenantId, email: written.email})
OPTIONAL MATCH (owner)-[:REPORTS_TO]->(manager:User)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
CREATE (owner)-[:WROTE]->(summary:Summary:$($tenantLabel) {
  tenantId: $tenantId,
  id: written.id,
  userId: owner.id,
  weekStart: date(written.weekStart),
  department: team.department,
  qualityOfWork: written.scores.qualityOfWork,
  personalWellbeing: written.scores.personalWellbeing,
  professionalWellbeing: written.scores.professionalWellbeing,
  proud: written.proud,
  obstacles: written.obstacles,
  learned: written.learned,
  important: written.important,
  createdAt: datetime(written.createdAt)
})
FOREACH (given IN CASE WHEN written.response IS NULL THEN [] ELSE [written.response] END |
  CREATE (manager)-[:GAVE]->(response:Response:$($tenantLabel) {
    tenantId: $tenantId,
    id: given.id,
    summaryId: written.id,
    body: given.body,
    createdAt: datetime(given.createdAt)
  })-[:ANSWERS]->(summary)
)

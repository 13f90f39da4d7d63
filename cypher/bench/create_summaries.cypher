// Creates one summary per row of $summaries ({id, userId}) for the benchmark.
// @param summaries: list of {userId: id, id: id}
// @param week: date
// @param text: text
UNWIND $summaries AS row
MATCH (owner:User {tenantId: $tenantId, id: row.userId})
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
CREATE (owner)-[:WROTE]->(summary:Summary:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  userId: owner.id,
  weekStart: date($week),
  department: team.department,
  qualityOfWork: 4,
  personalWellbeing: 3,
  professionalWellbeing: 5,
  proud: $text,
  obstacles: $text,
  learned: $text,
  important: $text,
  createdAt: datetime('2026-11-20T10:00:00Z')
})

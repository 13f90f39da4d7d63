// Creates a year of check-ins for the benchmark. Scores are random around each person's own level; people marked
// `shifted` drop to 1 in recent weeks, which trend detection must find.
// @param people: list of {id: id, shifted: boolean}
// @param weeks: list of {start: date, recent: boolean}
UNWIND $people AS person
MATCH (owner:User {tenantId: $tenantId, id: person.id})
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
UNWIND $weeks AS week
CREATE (owner)-[:WROTE]->(summary:Summary:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  userId: person.id,
  weekStart: date(week.start),
  department: team.department,
  qualityOfWork: toInteger(3 + rand() * 2),
  personalWellbeing: CASE WHEN person.shifted AND week.recent THEN 1 ELSE toInteger(3 + rand() * 2.2) END,
  professionalWellbeing: toInteger(2 + rand() * 3),
  createdAt: datetime(week.start)
})

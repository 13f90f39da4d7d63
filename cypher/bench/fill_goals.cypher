// Creates $count goals for each of $userIds and $weeks for the benchmark.
// @param userIds: list of ids
// @param weeks: list of dates
// @param count: whole number
UNWIND $userIds AS userId
MATCH (owner:User {tenantId: $tenantId, id: userId})
UNWIND $weeks AS week
UNWIND range(1, toInteger($count)) AS place
CREATE (owner)-[:OWNS]->(:Goal:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  userId: userId,
  title: 'Goal ' + place,
  type: 'professional',
  status: 'active',
  weekStart: date(week),
  position: place,
  dateSet: datetime(week)
})

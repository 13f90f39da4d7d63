// Creates two goals per user and week for the benchmark, dated on the week's first day.
// @param userIds: list of ids
// @param weeks: list of dates
UNWIND $userIds AS userId
MATCH (owner:User {tenantId: $tenantId, id: userId})
UNWIND $weeks AS week
UNWIND ['professional', 'personal'] AS type
CREATE (owner)-[:OWNS]->(goal:Goal:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  userId: userId,
  title: 'A ' + type + ' goal',
  type: type,
  status: 'active',
  weekStart: date(week),
  dateSet: datetime(week)
})

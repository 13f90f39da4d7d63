// Creates $perUser unread notifications for each of $userIds for the benchmark.
// @param userIds: list of ids
// @param perUser: whole number
// @param text: text
UNWIND $userIds AS userId
MATCH (recipient:User {tenantId: $tenantId, id: userId})
UNWIND range(1, toInteger($perUser)) AS place
CREATE (recipient)-[:RECEIVED]->(notification:Notification:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  userId: userId,
  eventId: randomUUID(),
  type: 'weekly_summary.submitted',
  title: 'Weekly summary from Person ' + place + ', week of 16 November 2026',
  text: $text,
  payload: '{}',
  link: 'https://bench.example/summaries/' + place,
  unread: true,
  createdAt: datetime('2026-11-16T09:00:00Z') + duration({minutes: place})
})

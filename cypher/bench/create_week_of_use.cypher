// Creates what everyone with a manager writes and receives in a week, for the benchmark: a summary with four texts, two goals, the
// response of the manager, and a notification in-app for each of both. Returns the number of these people.
MATCH (owner:User {tenantId: $tenantId})
WHERE owner.email IS NOT NULL
MATCH (owner)-[:REPORTS_TO]->(manager:User)
MATCH (owner)-[:MEMBER_OF]->(team:Team)
CREATE (owner)-[:WROTE]->(summary:Summary:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  userId: owner.id,
  weekStart: date($weekStart),
  department: team.department,
  qualityOfWork: 4,
  personalWellbeing: 3,
  professionalWellbeing: 5,
  proud: $text,
  obstacles: $text,
  learned: $text,
  important: $text,
  createdAt: datetime($weekStart)
})
CREATE (manager)-[:GAVE]->(response:Response:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  summaryId: summary.id,
  body: $text,
  createdAt: datetime($weekStart)
})-[:ANSWERS]->(summary)
WITH owner, manager, summary
CALL (owner) {
  UNWIND ['professional', 'personal'] AS type
  CREATE (owner)-[:OWNS]->(:Goal:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    userId: owner.id,
    title: 'A ' + type + ' goal of usual length',
    type: type,
    status: 'active',
    weekStart: date($weekStart),
    dateSet: datetime($weekStart)
  })
}
CALL (owner, manager, summary) {
  UNWIND [[manager, 'submitted'], [owner, 'responded']] AS each
  WITH summary, each[0] AS recipient, each[1] AS event
  CREATE (recipient)-[:RECEIVED]->(:Notification:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    userId: recipient.id,
    eventId: randomUUID(),
    type: 'weekly_summary.' + event,
    title: 'Weekly summary of a colleague, week of ' + $weekStart,
    text: $text,
    payload: '{"weekStart":"' + $weekStart + '"}',
    link: 'https://bench.example/summaries/' + summary.id,
    subjectType: 'summary',
    subjectId: summary.id,
    unread: true,
    createdAt: datetime($weekStart)
  })
}
RETURN count(owner) AS people

// Creates what the service keeps for 30 days of a week in which everyone checks in, for the benchmark: for each summary two events
// with an e-mail each, all done, and four entries of the change log. Returns the number of summaries.
MATCH (summary:Summary {tenantId: $tenantId, weekStart: date($weekStart)})
WHERE summary.id IS NOT NULL
CALL (summary) {
  UNWIND ['weekly_summary.submitted', 'weekly_summary.responded', 'email.send', 'email.send'] AS type
  CREATE (:OutboxEvent:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    key: type + ':' + randomUUID(),
    type: type,
    subjectId: summary.id,
    actorId: summary.userId,
    recipientIds: [summary.userId],
    status: 'done',
    attempts: 1,
    deliveries: 1,
    createdAt: summary.createdAt,
    endedAt: datetime()
  })
}
CALL (summary) {
  UNWIND ['summary.submitted', 'summary.responded', 'goal.created', 'goal.created'] AS type
  CREATE (:ChangeEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    key: type + ':' + randomUUID(),
    type: type,
    subjectType: 'summary',
    subjectId: summary.id,
    changed: [],
    at: summary.createdAt,
    recordedAt: datetime.realtime()
  })
}
RETURN count(summary) AS summaries

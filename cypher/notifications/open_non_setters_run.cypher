// Starts the reminder for everyone without a goal in a week, once per tenant and week, in events of at most 500
// recipients. Excludes people whose startDate is after the week, or who are excused. No row when the week was started before.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'goals.non_setters', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
WITH run
WHERE run.id = $runId
WITH date($weekStart) AS week
WITH COLLECT {
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
    AND coalesce(person.startDate < week + duration({weeks: 1}), true)
    AND NOT
      // @include excused
    AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  RETURN person.id
} AS ids
CALL (ids) {
  UNWIND range(0, size(ids) - 1, 500) AS from
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'goals.non_setters:' + $weekStart + ':' + from})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = 'goals.non_setters',
    event.queue = 'mass-notifications',
    event.payload = $payload,
    event.recipientIds = ids[from..from + 500],
    // @include pending_event
}
RETURN size(ids) AS recipients

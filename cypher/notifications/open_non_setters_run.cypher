// Opens the push to those who have no goal in a week, once for the tenant, in events of some hundred people each.
// People who start after the week are left out. Nothing comes back when it was opened before.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'goals.non_setters', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
WITH run
WHERE run.id = $runId
WITH COLLECT {
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
    AND coalesce(person.startDate < date($weekStart) + duration({weeks: 1}), true)
    AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: date($weekStart)}) }
  RETURN person.id
} AS ids
CALL (ids) {
  UNWIND range(0, size(ids) - 1, 500) AS from
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'goals.non_setters:' + $weekStart + ':' + from})
  ON CREATE SET
    event:$($tenantLabel),
    event.id = randomUUID(),
    event.type = 'goals.non_setters',
    event.payload = $payload,
    event.recipientIds = ids[from..from + 500],
    event.status = 'pending',
    event.attempts = 0,
    event.dueAt = datetime($now),
    event.createdAt = datetime($now)
}
RETURN size(ids) AS recipients

// Opens the detection of a week's trends, once for the tenant. Nothing comes back when it was opened before.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'trends.detect', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
WITH run
WHERE run.id = $runId
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'trends.detect:' + $weekStart})
ON CREATE SET
  event:$($tenantLabel),
  event.id = $eventId,
  event.type = 'trends.detect',
  event.payload = $payload,
  event.status = 'pending',
  event.attempts = 0,
  event.dueAt = datetime($now),
  event.createdAt = datetime($now)
RETURN event.id AS eventId

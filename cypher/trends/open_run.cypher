// Starts trend detection for a week once per tenant: creates the WeeklyRun and a trends.detect event. No row when the
// week was started before.
// @param weekStart: date
// @param runId: id
// @param now: instant
// @param clocks: list of texts
// @param eventId: id
// @param payload: JSON text
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'trends.detect', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now), run.clocks = $clocks
WITH run
WHERE run.id = $runId
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'trends.detect:' + $weekStart})
ON CREATE SET
  event.id = $eventId,
  event.type = 'trends.detect',
  event.queue = 'trends',
  event.payload = $payload,
  pending_event(event, datetime($now))
RETURN event.id AS eventId

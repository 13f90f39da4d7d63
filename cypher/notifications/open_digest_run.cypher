// Starts the weekly digest of a tenant once per week: one digest.weekly event for each user who may read reports
// (is_manager, or one of $rolesWithTenantScope). Returns the number of recipients; no row when the week was started
// before. The unique WeeklyRun makes concurrent workers start it once.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'digest.weekly', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
WITH run
WHERE run.id = $runId
OPTIONAL MATCH (reader:User {tenantId: $tenantId, active: true})
WHERE reader.email IS NOT NULL AND (
  // @include is_manager
  OR any(role IN reader.roles WHERE role IN $rolesWithTenantScope)
)
CALL (reader) {
  WITH * WHERE reader IS NOT NULL
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'digest.weekly:' + $weekStart + ':' + reader.id})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = 'digest.weekly',
    event.queue = 'mass-notifications',
    event.payload = $payload,
    event.recipientIds = [reader.id],
    // @include pending_event
}
RETURN run.id AS runId, count(reader) AS recipients

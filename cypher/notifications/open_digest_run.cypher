// Opens the digest of a week, once for the tenant: an event for everyone who may read it, as
// summaries/weekly_digest says. Nothing comes back when it was opened before.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'digest.weekly', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
WITH run
WHERE run.id = $runId
OPTIONAL MATCH (reader:User {tenantId: $tenantId, active: true})
WHERE reader.email IS NOT NULL AND (
  EXISTS { (reader)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
  OR ('senior_manager' IN reader.roles AND EXISTS {
    MATCH (reader)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
    RETURN DISTINCT below
  })
  OR any(role IN reader.roles WHERE role IN $readerRoles)
)
CALL (reader) {
  WITH * WHERE reader IS NOT NULL
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'digest.weekly:' + $weekStart + ':' + reader.id})
  ON CREATE SET
    event:$($tenantLabel),
    event.id = randomUUID(),
    event.type = 'digest.weekly',
    event.payload = $payload,
    event.recipientIds = [reader.id],
    event.status = 'pending',
    event.attempts = 0,
    event.dueAt = datetime($now),
    event.createdAt = datetime($now)
}
RETURN run.id AS runId, count(reader) AS recipients

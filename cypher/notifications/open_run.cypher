// Opens a weekly run of a tenant for $clocks, each once: events of at most $perEvent recipients, who have one of these clocks for $schedule
// (see includes/clock; the clock * is everyone's) and have not been told of the week by another one. A digest is for those who may read
// it (is_manager, or one of $rolesWithTenantScope). Returns the number of recipients, and their addresses if $dryRun (the caller
// rolls back); no row when it was opened for all these clocks before. The unique WeeklyRun, whose lock is taken before its clocks are read, makes concurrent workers open it once.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: $kind, weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
SET run.kind = $kind
WITH tenant, run, [clock IN $clocks WHERE NOT clock IN coalesce(run.clocks, [])] AS clocks
WHERE size(clocks) > 0
SET run.clocks = coalesce(run.clocks, []) + clocks
WITH tenant, clocks, run.kind AS kind, run.weekStart AS week, $schedule AS schedule, COLLECT {
  MATCH (event:OutboxEvent {tenantId: $tenantId})
  WHERE event.key STARTS WITH $kind + ':' + $weekStart + ':'
  UNWIND event.recipientIds AS id
  RETURN id
} AS told
WITH COLLECT {
  MATCH (reader:User {tenantId: $tenantId, active: true})
  WHERE reader.email IS NOT NULL AND NOT reader.id IN told
  OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
  WITH tenant, kind, week, clocks, reader, team, schedule, reader AS person
  WITH tenant, kind, week, clocks, reader, person,
    // @include clock
    AS clock
  WHERE ('*' IN clocks OR clock IN clocks) AND (
    kind <> 'digest.weekly' OR any(role IN reader.roles WHERE role IN $rolesWithTenantScope) OR
    // @include is_manager
  ) AND (
    kind = 'digest.weekly' OR NOT
    // @include excused
  ) AND
    // @include hears
  RETURN person {.id, .email} ORDER BY person.email
} AS people
CALL (people) {
  WITH * WHERE size(people) > 0
  UNWIND range(0, size(people) - 1, $perEvent) AS from
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: $kind + ':' + $weekStart + ':' + CASE $perEvent WHEN 1 THEN people[from].id ELSE $runId + ':' + from END})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = $kind,
    event.queue = 'mass-notifications',
    event.payload = $payload,
    event.recipientIds = [person IN people[from..from + $perEvent] | person.id],
    // @include pending_event
}
RETURN size(people) AS recipients, CASE WHEN $dryRun THEN [person IN people | person.email] ELSE [] END AS emails

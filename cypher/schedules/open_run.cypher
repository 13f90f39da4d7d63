// Opens a weekly run of a tenant for $clocks, each clock once. It creates events of at most $perEvent recipients: people who have one of
// these clocks for $schedule (see includes/clock; the clock * is everyone's) and are not recipients of another event of the week. $turns[clock]
// is a map from days (yyyy-mm-dd) to the time at which people are notified on that day. Each person is notified on their first working day
// among these days, and their event is due at its time. $calendars has the working days of each calendar_key, in order; the absences
// are in the node of the person. A digest is only for people who may read it: managers (includes/is_manager), and holders of one of
// $rolesWithTenantScope. Returns the number of recipients, and their addresses if $dryRun (the caller rolls back). There is no row if the run was opened before for all these
// clocks. The WeeklyRun is unique, and its lock is taken before its clocks are read, so concurrent workers open it once.
// @param kind: text
// @param weekStart: date
// @param runId: id
// @param now: instant
// @param clocks: list of texts
// @param schedule: {name: text, teamTimes: map of texts, time: text}
// @param turns: map of turns
// @param calendars: map of lists of texts
// @param rolesWithTenantScope: list of roles
// @param perEvent: number
// @param payload: JSON text
// @param dryRun: boolean
MATCH (tenant:Tenant {id: $tenantId})
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: $kind, weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
SET run.kind = $kind
WITH run, [clock IN $clocks WHERE NOT clock IN coalesce(run.clocks, [])] AS clocks
WHERE size(clocks) > 0
SET run.clocks = coalesce(run.clocks, []) + clocks
WITH clocks, run.kind AS kind, run.weekStart AS week, $schedule AS schedule, COLLECT {
  MATCH (event:OutboxEvent {tenantId: $tenantId})
  WHERE event.key STARTS WITH $kind + ':' + $weekStart + ':'
  UNWIND event.recipientIds AS id
  RETURN id
} AS told
WITH COLLECT {
  MATCH (reader:User {tenantId: $tenantId, active: true})
  WHERE reader.email IS NOT NULL AND NOT reader.id IN told
  OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
  WITH kind, week, clocks, reader, team, schedule, reader AS person
  WITH kind, week, clocks, reader, person,
    // @include clock
    AS clock
  WITH kind, week, reader, person, CASE WHEN '*' IN clocks THEN '*' WHEN clock IN clocks THEN clock END AS clock
  WHERE clock IS NOT NULL
  WITH kind, week, reader, person, $turns[clock] AS turns, coalesce($calendars[calendar_key(person)], $calendars['-']) AS days
  WITH kind, week, reader, person, turns[head([day IN days WHERE turns[day] IS NOT NULL AND NOT
    // @include is_absent
  ])] AS dueAt
  WHERE dueAt IS NOT NULL AND (
    kind <> 'digest.weekly' OR any(role IN reader.roles WHERE role IN $rolesWithTenantScope) OR
    // @include is_manager
  ) AND
    // @include hears
  RETURN person {.id, .email, dueAt: dueAt} ORDER BY person.email
} AS people
CALL (people) {
  UNWIND people AS person
  WITH person.dueAt AS dueAt, collect(person.id) AS ids
  UNWIND range(0, size(ids) - 1, $perEvent) AS from
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: $kind + ':' + $weekStart + ':' + CASE $perEvent WHEN 1 THEN ids[from] ELSE $runId + ':' + dueAt + ':' + from END})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = $kind,
    event.queue = 'mass-notifications',
    event.payload = $payload,
    event.recipientIds = ids[from..from + $perEvent],
    pending_event(event, datetime($now))
  SET event.dueAt = datetime(dueAt)
}
RETURN size(people) AS recipients, CASE WHEN $dryRun THEN [person IN people | person.email] ELSE [] END AS emails

// Sets the caller's time zone and times ($own: {timezone, opens, due, lastCall, digest}; null removes one) and returns what
// schedules/schedule does. $given are the runs of which they would miss the time ({kind, weekStart, payload, dueAt}): they are told at
// dueAt unless they were told of that week already. No row when the caller is unknown or deactivated.
// @param own: map of (text or null) or null
// @param now: instant
// @param changeId: id
// @param given: list of {kind: text, weekStart: date, payload: JSON text, dueAt: instant}
MATCH (locked:User {tenantId: $tenantId, id: $callerId, active: true})
SET locked.id = $callerId
WITH locked
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller, coalesce(caller.timezone, '') <> coalesce($own.timezone, '') AS isElsewhere
SET caller += $own
WITH caller, isElsewhere
CALL (caller, isElsewhere) {
  WITH * WHERE isElsewhere
  SET caller.updatedAt = datetime($now)
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + $changeId})
  ON CREATE SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = caller.id,
    change.changed = ['timezone'],
    change_entry(change)
}
CALL (caller) {
  UNWIND $given AS run
  WITH caller, run
  WHERE NOT EXISTS {
    MATCH (told:OutboxEvent {tenantId: $tenantId})
    WHERE told.key STARTS WITH run.kind + ':' + run.weekStart + ':' AND caller.id IN told.recipientIds
  }
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: run.kind + ':' + run.weekStart + ':own:' + caller.id})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = run.kind,
    event.queue = 'notifications',
    event.payload = run.payload,
    event.recipientIds = [caller.id],
    pending_event(event, datetime($now))
  SET event.dueAt = datetime(run.dueAt)
}
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (caller)-[:MEMBER_OF]->(team:Team)
RETURN
  caller {.timezone, .opens, .due, .lastCall, .digest} AS own,
  team.key AS team,
  tenant {.timezone, .opens, .due, .lastCall, .digest, .teamSchedules} AS tenant

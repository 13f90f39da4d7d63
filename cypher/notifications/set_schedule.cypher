// Sets the caller's time zone and times ($own: {timezone, opens, due, lastCall, digest}; null removes one) and returns what
// notifications/schedule does. No row when the caller is unknown or deactivated.
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
SET caller.id = $callerId
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
    // @include change_entry
}
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (caller)-[:MEMBER_OF]->(team:Team)
RETURN
  caller {.timezone, .opens, .due, .lastCall, .digest} AS own,
  team.key AS team,
  tenant {.timezone, .opens, .due, .lastCall, .digest, .teamSchedules} AS tenant

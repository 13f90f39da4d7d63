// Creates or changes a person; the transaction holds the tenant's write lock, and src/org/change-person.ts has checked the rules.
// Sets $fields and $startDate; $entries are the audit entries and changes to tell ({id, action, type, fields}). $teams is
// empty, or has the team to join
// ({name, department, newDepartment}, created when new; a department of null keeps that of the team, newDepartment is for a new team
// only; a name of null leaves the team). $moves is empty, or
// has the new manager ({managerId, fromManagerId, auditId}; null for the top). $notices is empty, or has the notification of the
// tenant's admins that people report to somebody who has left ({eventId, payload}). Whom a directory has deleted leaves its groups. Returns the person.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH
  tenant,
  // @include move_time
  AS movedAt
SET tenant.orgRevision = tenant.orgRevision + 1
MERGE (person:User {tenantId: $tenantId, id: $userId})
ON CREATE SET person:$($tenantLabel), person.createdAt = datetime($now)
SET person += $fields, person.startDate = date($startDate), person.updatedAt = datetime($now)
WITH tenant, person, movedAt
CALL (person) {
  UNWIND $entries AS row
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.id})
  ON CREATE SET
    entry:$($tenantLabel),
    entry.action = row.action,
    entry.at = datetime($now),
    entry.actorId = $callerId,
    entry.source = $source,
    entry.userId = person.id,
    entry.fields = row.fields
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: row.type + ':' + row.id})
  ON CREATE SET
    change.type = row.type,
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = coalesce(row.fields, []),
    // @include change_entry
}
CALL (person) {
  UNWIND $teams AS row
  // @include join_team
}
CALL (person) {
  WITH * WHERE $fields.removed
  MATCH (person)-[membership:IN_GROUP]->()
  DELETE membership
}
CALL (tenant, person, movedAt) {
  UNWIND $moves AS move
  OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: move.managerId})
  SET tenant.lastMoveAt = movedAt
  WITH person, manager, move.fromManagerId AS fromManagerId, move.auditId AS auditId, movedAt, null AS planId
  // @include move_person
}
CALL (person) {
  UNWIND $notices AS notice
  WITH person, notice, COLLECT {
    MATCH (admin:User {tenantId: $tenantId, active: true})
    WHERE admin.email IS NOT NULL AND 'admin' IN admin.roles
    RETURN admin.id
  } AS adminIds
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'org.manager_left:' + notice.eventId})
  ON CREATE SET
    event.id = notice.eventId,
    event.type = 'org.manager_left',
    event.queue = 'notifications',
    event.subjectId = person.id,
    event.payload = notice.payload,
    event.aboutIds = [person.id],
    event.recipientIds = adminIds,
    // @include pending_event
}
WITH person
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH person, head(collect(team)) AS team
RETURN
  // @include person_record
  AS person

// Creates, changes or deletes ($isDeleted) a group of a directory, with an audit entry and the changes of people; the transaction
// holds the tenant's write lock. $joined and $left are ids of people. $changes are the people whose roles or team follow from it: {id, roles, grantedRoles, entryId,
// fields, teams}, where teams is empty or has the team of join_team.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
SET tenant.orgRevision = tenant.orgRevision + CASE $changes WHEN [] THEN 0 ELSE 1 END
MERGE (group:ScimGroup {tenantId: $tenantId, id: $groupId})
ON CREATE SET group:$($tenantLabel), group.createdAt = datetime($now)
SET group += $fields, group.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $entryId})
ON CREATE SET
  entry:$($tenantLabel),
  entry.action = $action,
  entry.at = datetime($now),
  entry.actorId = $callerId,
  entry.source = $source,
  entry.groupId = group.id
WITH group
CALL (group) {
  UNWIND $left AS userId
  MATCH (:User {tenantId: $tenantId, id: userId})-[membership:IN_GROUP]->(group)
  DELETE membership
}
CALL (group) {
  UNWIND $joined AS userId
  MATCH (person:User {tenantId: $tenantId, id: userId})
  MERGE (person)-[:IN_GROUP]->(group)
}
CALL () {
  UNWIND $changes AS planned
  MATCH (person:User {tenantId: $tenantId, id: planned.id})
  SET person.roles = planned.roles, person.grantedRoles = planned.grantedRoles, person.updatedAt = datetime($now)
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: planned.entryId})
  ON CREATE SET
    entry:$($tenantLabel),
    entry.action = 'person.update',
    entry.at = datetime($now),
    entry.actorId = $callerId,
    entry.source = $source,
    entry.userId = person.id,
    entry.fields = planned.fields
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + planned.entryId})
  ON CREATE SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = planned.fields,
    // @include change_entry
  WITH person, planned
  UNWIND planned.teams AS row
  // @include join_team
}
CALL (group) {
  WITH *
  WHERE $isDeleted
  DETACH DELETE group
}
RETURN $groupId AS id

// Creates, changes or deletes ($isDeleted) a group of a directory, with an audit entry; the transaction holds the tenant's write lock.
// $joined and $left are ids of people. $changes are the people whose roles or team follow from it: {id, roles, entryId, changed,
// teams}, where teams is empty or has the team of join_team.
MATCH (tenant:Tenant {id: $tenantId})
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
  UNWIND $changes AS change
  MATCH (person:User {tenantId: $tenantId, id: change.id})
  SET person.roles = change.roles, person.updatedAt = datetime($now)
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: change.entryId})
  ON CREATE SET
    entry:$($tenantLabel),
    entry.action = 'person.update',
    entry.at = datetime($now),
    entry.actorId = $callerId,
    entry.source = $source,
    entry.userId = person.id,
    entry.changed = change.changed
  WITH person, change
  UNWIND change.teams AS row
  // @include join_team
}
CALL (group) {
  WITH *
  WHERE $isDeleted
  DETACH DELETE group
}
RETURN $groupId AS id

// Creates, changes or deletes ($isDeleted) a group of a directory, with an audit entry; the transaction holds the
// tenant's write lock. $joined and $left are ids of people. $isChange: whether roles or teams follow from it, see
// organisation/change_members.
// @param isChange: boolean
// @param groupId: id
// @param now: instant
// @param fields: map of values
// @param entryId: id
// @param action: text
// @param left: list of texts
// @param joined: list of texts
// @param isDeleted: boolean
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
SET tenant.orgRevision = tenant.orgRevision + CASE WHEN $isChange THEN 1 ELSE 0 END
MERGE (group:ScimGroup {tenantId: $tenantId, id: $groupId})
ON CREATE SET group:$($tenantLabel), group.createdAt = datetime($now)
SET group += $fields, group.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $entryId})
ON CREATE SET
  entry.action = $action,
  entry.groupId = group.id,
  audit_entry(entry, $callerId, datetime($now))
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
CALL (group) {
  WITH *
  WHERE $isDeleted
  DETACH DELETE group
}
RETURN $groupId AS id

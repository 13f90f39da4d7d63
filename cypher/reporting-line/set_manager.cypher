// Moves a user, with everyone below, under a manager and writes an audit entry. Takes the tenant's write lock before
// reading: of two crossing moves the second sees the first, which rules out cycles and second managers (see
// org/lock_tenant). Changes nothing when `managerFound` is false (unknown or deactivated by now), when `cycle` is true,
// or when the manager is the same. No row when the user does not exist.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (user:User {tenantId: $tenantId, id: $userId})
WITH tenant, user
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId, active: true})
OPTIONAL MATCH (user)-[:REPORTS_TO]->(previous:User)
WITH tenant, user, manager, head(collect(previous)) AS previous
WITH
  tenant, user, manager, previous,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(user) } AS cycle
CALL (tenant, user, manager, previous, cycle) {
  WITH * WHERE manager IS NOT NULL AND NOT cycle AND (previous IS NULL OR previous.id <> manager.id)
  SET tenant.orgRevision = tenant.orgRevision + 1
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: $auditId,
    action: 'reporting-line.move',
    at: datetime($now),
    actorId: $callerId,
    userId: user.id,
    fromManagerId: previous.id,
    toManagerId: manager.id
  })
  WITH user, manager
  OPTIONAL MATCH (user)-[old:REPORTS_TO]->(:User)
  DELETE old
  CREATE (user)-[:REPORTS_TO]->(manager)
}
OPTIONAL MATCH (user)-[:MEMBER_OF]->(team:Team)
RETURN manager IS NOT NULL AS managerFound, cycle, user {.id, .name, .jobTitle, team: team.name} AS user

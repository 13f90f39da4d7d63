// Deletes a user, as the last step of an erasure; deactivated reports move to their manager, each with an audit entry.
// Counts the erasure on the tenant (see trends/clear_flags). Deletes without DETACH beyond the reporting line and team:
// data created in the meantime makes the whole transaction fail.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1, tenant.erasures = coalesce(tenant.erasures, 0) + 1
WITH tenant
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH person, COLLECT { MATCH (person)-[:REPORTS_TO]->(manager:User) RETURN manager }[0] AS manager
CALL (person, manager) {
  MATCH (person)<-[:REPORTS_TO]-(report:User)
  CREATE (report)-[:REPORTS_TO]->(manager)
  SET report.updatedAt = datetime($now)
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    action: 'reporting-line.move',
    at: datetime($now),
    actorId: $callerId,
    userId: report.id,
    fromManagerId: person.id,
    toManagerId: manager.id
  })
  RETURN count(report) AS moved
}
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: $auditId,
  action: 'person.erased',
  at: datetime($now),
  actorId: $callerId,
  userId: person.id
})
WITH person, moved, COLLECT { MATCH (person)-[edge:REPORTS_TO|MEMBER_OF]-() RETURN edge } AS edges
FOREACH (edge IN edges | DELETE edge)
DELETE person
RETURN moved

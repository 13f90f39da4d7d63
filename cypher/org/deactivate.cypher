// Deactivates a user and writes an audit entry. Takes the tenant's write lock first: nobody can become a report of
// theirs at the same moment. Changes nothing while active users report to them or when they are deactivated already.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, email: $email})
WITH
  tenant, person, person.active AS wasActive,
  COUNT { (person)<-[:REPORTS_TO]-(:User {active: true}) } AS activeReports
CALL (tenant, person, wasActive, activeReports) {
  WITH * WHERE wasActive AND activeReports = 0
  SET tenant.orgRevision = tenant.orgRevision + 1, person.active = false, person.updatedAt = datetime($now)
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: $auditId,
    action: 'person.deactivate',
    at: datetime($now),
    actorId: $callerId,
    userId: person.id
  })
}
RETURN person.name AS name, wasActive, activeReports

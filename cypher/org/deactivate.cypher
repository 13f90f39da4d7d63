// Someone leaves. The tenant's lock is taken first, so that nobody is put under them at the same moment. While active
// people report to them nothing happens; who has left already leaves no second trace.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, email: $email})
WITH tenant, person, person.active AS wasActive, COUNT { (person)<-[:REPORTS_TO]-(:User {active: true}) } AS reports
CALL (tenant, person, wasActive, reports) {
  WITH * WHERE wasActive AND reports = 0
  SET tenant.orgRevision = tenant.orgRevision + 1, person.active = false
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: $auditId,
    action: 'person.deactivate',
    at: datetime($now),
    actorId: $callerId,
    userId: person.id
  })
}
RETURN person.name AS name, wasActive, reports

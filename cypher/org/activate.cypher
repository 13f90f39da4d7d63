// Someone is back, where they were. Not under a manager who has left meanwhile: then nothing happens. The tenant's lock
// is taken first, so that the manager does not leave at the same moment.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, email: $email})
WITH
  tenant, person, person.active AS wasActive,
  [(person)-[:REPORTS_TO]->(manager:User {active: false}) | manager.email] AS gone
CALL (tenant, person, wasActive, gone) {
  WITH * WHERE NOT wasActive AND size(gone) = 0
  SET tenant.orgRevision = tenant.orgRevision + 1, person.active = true
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: $auditId,
    action: 'person.activate',
    at: datetime($now),
    actorId: $callerId,
    userId: person.id
  })
}
RETURN person.name AS name, wasActive, gone

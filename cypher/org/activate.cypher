// Reactivates a user in their old position. Takes the tenant's write lock first: the manager cannot be deactivated at
// the same moment. Changes nothing when the user is active already or `inactiveManagers` is not empty.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, email: $email})
WITH
  tenant, person, person.active AS wasActive,
  [(person)-[:REPORTS_TO]->(manager:User {active: false}) | manager.email] AS inactiveManagers
CALL (tenant, person, wasActive, inactiveManagers) {
  WITH * WHERE NOT wasActive AND size(inactiveManagers) = 0
  SET tenant.orgRevision = tenant.orgRevision + 1, person.active = true, person.updatedAt = datetime($now)
  CREATE (entry:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: $auditId,
    action: 'person.activate',
    at: datetime($now),
    actorId: $callerId,
    userId: person.id
  })
}
RETURN person.name AS name, wasActive, inactiveManagers

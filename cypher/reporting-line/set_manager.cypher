// Moves a user, with everyone below, under a manager and writes an audit entry. Takes the tenant's write lock before
// reading: of two crossing moves the second sees the first, which rules out cycles and second managers (see
// org/lock_tenant). Changes nothing when `managerFound` is false (unknown or deactivated by now), when `cycle` is true,
// or when the manager is the same. No row when the user does not exist.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH tenant, person
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId, active: true})
OPTIONAL MATCH (person)-[:REPORTS_TO]->(previous:User)
WITH tenant, person, manager, head(collect(previous)) AS previous
WITH
  tenant, person, manager, previous,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(person) } AS cycle
CALL (tenant, person, manager, previous, cycle) {
  WITH * WHERE manager IS NOT NULL AND NOT cycle AND (previous IS NULL OR previous.id <> manager.id)
  SET tenant.orgRevision = tenant.orgRevision + 1
  WITH person, manager, previous.id AS fromManagerId, $auditId AS auditId
  // @include move_person
}
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
RETURN manager IS NOT NULL AS managerFound, cycle, person {.id, .name, .jobTitle, team: team.name} AS user

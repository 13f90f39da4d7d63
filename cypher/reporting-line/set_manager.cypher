// Moves a user, with everyone below, under a manager and writes an audit entry. Returns the caller's roles
// (`standing`), the user or null, whether the manager exists and is active, whether the move would be a cycle, and
// whether it `needsSecond` admin: it lets somebody see people whom they should not by the word of the caller alone
// (includes/gains_sight; $establishedDays is the default of the setting), and roles need a second one. Changes nothing unless the caller has one of $permittedRoles, both are found, the manager is active and another
// one than before, and there is neither. Takes the tenant's write lock before reading: of two crossing moves the second
// sees the first, which rules out cycles and second managers (see organisation/lock_tenant). A caller without the role takes no
// lock; one with it is looked up again under the lock. A retried transaction finds its audit entry and does not move
// again.
// @in-turn
// @param permittedRoles: list of roles
// @param userId: id
// @param managerId: id
// @param auditId: id
OPTIONAL MATCH (asking:User {tenantId: $tenantId, id: $callerId, active: true})
WITH asking {.roles} AS asked
CALL (asked) {
  WITH * WHERE any(role IN asked.roles WHERE role IN $permittedRoles)
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  RETURN collect(tenant) AS locked
}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId})
OPTIONAL MATCH (person)-[:REPORTS_TO]->(previous:User)
WITH asked, locked, caller, person, manager, head(collect(previous)) AS previous
WITH
  CASE WHEN locked = [] THEN asked ELSE caller {.roles} END AS standing,
  head(locked) AS tenant, caller AS admin, person, manager, previous,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(above) WHERE above.id = $userId } AS cycle
WITH
  standing, tenant, admin, person, manager, previous, cycle,
  // @include established_days
  AS establishedDays
WITH standing, tenant, person, manager, previous, cycle, CASE WHEN tenant.roleApproval = 'second_admin' THEN (
  // @include gains_sight
) ELSE false END AS needsSecond
CALL (standing, tenant, person, manager, previous, cycle, needsSecond) {
  WITH *
  WHERE
    tenant IS NOT NULL
    AND any(role IN standing.roles WHERE role IN $permittedRoles)
    AND person IS NOT NULL
    AND manager.active
    AND NOT cycle
    AND NOT needsSecond
    AND (previous IS NULL OR previous.id <> manager.id)
    AND NOT EXISTS { (:AuditEntry {tenantId: $tenantId, id: $auditId}) }
  WITH
    tenant, person, manager, previous.id AS fromManagerId, $auditId AS auditId, $auditId AS moveId, null AS planId,
    // @include move_time
    AS movedAt
  SET tenant.orgRevision = tenant.orgRevision + 1, tenant.lastMoveAt = movedAt
  WITH person, manager, fromManagerId, auditId, moveId, planId, movedAt
  // @include move_person
}
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
RETURN
  standing,
  manager IS NOT NULL AS managerFound,
  coalesce(manager.active, false) AS managerActive,
  cycle,
  needsSecond,
  person {.id, .name, .jobTitle, team: team.name} AS user

// Creates or changes a person; the transaction holds the tenant's write lock, and src/features/organisation/people/change-person.ts has checked
// the rules. Sets $fields and $startDate; $entries are the audit entries and changes to tell ({id, action, type,
// fields, values: see src/platform/schema/audit.ts}). $teams is empty, or has the team to join ({name, key, sortName, department,
// newDepartment, departmentKey}, created when new; a department of null keeps that of the team, newDepartment is for a
// new team only; a key of null leaves the team). $moves is empty, or has the new manager ({managerId, fromManagerId,
// auditId}; null for the top). $notices are notifications of the people with one of `roles` ({eventId, type, payload,
// roles}). $released are people who have left and give up their address to the person ({id, auditId}). When somebody leaves,
// their deputies are notified, and the managers whose deputy they are. A person whom a directory has deleted leaves its
// groups. People who wait for the person as their manager (pendingManager) get the person as manager. If they wait by a name
// that the person gives up, they continue to wait by the id. Whom an admin lets wait (`pendingById`) arrives only by a change that
// $isJudged as the move of one admin, where roles need a second one. Returns the person; as `loops` the people who wait for the person
// although the person reports to them; as `arrivals` the people who were moved to the person for whom they waited; and what
// decides the person's excused weeks.
// @param released: list of {id: id, auditId: id}
// @param userId: id
// @param now: instant
// @param fields: map of values
// @param startDate: date or null
// @param entries: list of {id: id, action: text, fields: list of texts or null, refused: list of texts or null,
//   values: audit values or null, type: text}
// @param teams: list of {key: text or null, departmentKey: text or null, name: text or null, sortName: text or null,
//   newDepartment: text or null, changeId: id, department: text or null}
// @param moves: list of {managerId: id or null, fromManagerId: id or null, auditId: id}
// @param notices: list of {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
// @param isJudged: boolean
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH
  tenant,
  // @include move_time
  AS movedAt
SET tenant.orgRevision = tenant.orgRevision + 1
WITH tenant, movedAt
CALL () {
  UNWIND $released AS row
  // @include release_address
}
MERGE (person:User {tenantId: $tenantId, id: $userId})
ON CREATE SET person:$($tenantLabel), person.createdAt = datetime($now)
WITH tenant, person, movedAt, person {.id, .email, .userName, .employeeNumber, .externalId, .active, .roles, .pendingManagerText} AS names
SET person += $fields, person.startDate = date($startDate), person.updatedAt = datetime($now)
WITH
  tenant, person, movedAt, names,
  // @include is_by_admin
  AS isByAdmin
SET person.pendingById = CASE
  WHEN $fields.pendingManager = names.pendingManagerText THEN person.pendingById
  WHEN $fields.pendingManager IS NOT NULL AND isByAdmin THEN $callerId
END
WITH tenant, person, movedAt, names, isByAdmin
CALL (tenant, person, names, isByAdmin) {
  WITH * WHERE isByAdmin AND person.active AND coalesce(names.active, false) = false
  SET tenant.identityRevision = coalesce(tenant.identityRevision, 0) + 1
  // @include make_account
}
CALL (tenant, person, names, isByAdmin) {
  WITH *, [role IN names.roles WHERE NOT (person.active AND role IN person.roles)] AS lostRoles
  WHERE isByAdmin AND names.active AND size(lostRoles) > 0
  // @include note_lost_roles
}
CALL (person, names, isByAdmin) {
  WITH * WHERE isByAdmin AND names.email <> person.email
  // @include keep_former_email
}
SET person.pendingManager = toLower($fields.pendingManager), person.pendingManagerText = $fields.pendingManager
WITH tenant, person, movedAt, names
CALL (person, names) {
  WITH * WHERE names.active
  // @include keep_waiting
}
WITH tenant, person, movedAt, names
CALL (person) {
  UNWIND $entries AS row
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.id})
  ON CREATE SET
    entry.action = row.action,
    entry.userId = person.id,
    entry.fields = row.fields,
    entry.refused = row.refused,
    entry += coalesce(row.values, {}),
    audit_entry(entry, $callerId, datetime($now))
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: row.type + ':' + row.id})
  ON CREATE SET
    change.type = row.type,
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = coalesce(row.fields, []),
    change_entry(change)
}
CALL (person, names) {
  WITH * WHERE names.active AND NOT person.active
  // @include tell_deputies_of_leaver
}
CALL (person) {
  UNWIND $teams AS row
  // @include join_team
}
CALL (person) {
  WITH * WHERE $fields.removed
  MATCH (person)-[membership:IN_GROUP]->()
  DELETE membership
}
CALL (tenant, person, movedAt) {
  UNWIND $moves AS move
  OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: move.managerId})
  SET tenant.lastMoveAt = movedAt
  WITH person, manager, move.fromManagerId AS fromManagerId, move.auditId AS auditId, move.auditId AS moveId, movedAt, null AS planId
  // @include move_person
}
CALL (person) {
  UNWIND $notices AS notice
  WITH notice, person.id AS subjectId
  // @include tell_roles
}
WITH tenant, person AS arrived, movedAt
CALL (arrived) {
  WITH arrived, arrived AS names
  UNWIND [names.id, names.email, names.userName, toLower(names.employeeNumber), toLower(names.externalId)] AS name
  MATCH
    // @include waiting_for
  WITH arrived, waiting
  WHERE waiting.active AND arrived.active AND (
    waiting.pendingById IS NULL OR $isJudged OR NOT EXISTS { (:Tenant {id: $tenantId, roleApproval: 'second_admin'}) }
  )
  WITH DISTINCT waiting, EXISTS { (arrived)-[:REPORTS_TO*0..]->(above) WHERE above.id = waiting.id } AS isLoop
  RETURN collect({
    node: waiting, isLoop: isLoop, fromManagerId: [(waiting)-[:REPORTS_TO]->(upper:User) | upper.id][0]
  }) AS waiting
}
CALL (tenant, arrived, movedAt, waiting) {
  WITH tenant, arrived, movedAt, waiting, randomUUID() AS moveId
  UNWIND [one IN waiting WHERE NOT one.isLoop | one.node] AS person
  SET person.pendingManager = null, person.pendingManagerText = null, tenant.lastMoveAt = movedAt
  WITH
    person, arrived AS manager, [(person)-[:REPORTS_TO]->(upper:User) | upper.id][0] AS fromManagerId,
    randomUUID() AS auditId, moveId, movedAt, null AS planId
  WHERE fromManagerId IS NULL OR fromManagerId <> manager.id
  // @include move_person
}
WITH
  arrived AS person,
  [one IN waiting WHERE one.isLoop | {id: one.node.id, name: one.node.name}] AS loops,
  [one IN waiting WHERE NOT one.isLoop | {id: one.node.id, managerId: arrived.id, fromManagerId: one.fromManagerId}] AS arrivals
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH person, loops, arrivals, head(collect(team)) AS team
RETURN
  // @include person_record
  AS person,
  loops,
  arrivals,
  // @include absence_facts
  AS absenceFacts

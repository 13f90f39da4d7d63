// Changes the roles and teams that people have by groups of a directory; the transaction holds the tenant's write lock.
// $rows are {id, roles, grantedRoles, entryId, fields, values, teams}, where teams is empty or has the team of
// join_team. Roles that the word of an admin takes, who changes what groups mean, are noted (note_lost_roles).
// @param rows: list of {id: id, roles: list of roles, grantedRoles: list of roles, entryId: id, fields: list of texts,
//   values: audit values or null, teams: list of {key: text or null, departmentKey: text or null, name: text or null,
//   sortName: text or null, newDepartment: text or null, changeId?: id, department: text or null}}
// @param now: instant
UNWIND $rows AS planned
MATCH (person:User {tenantId: $tenantId, id: planned.id})
CALL (person, planned) {
  MATCH (tenant:Tenant {id: $tenantId})
  WITH *, [role IN person.roles WHERE NOT role IN planned.roles] AS lostRoles
  WHERE person.active AND size(lostRoles) > 0 AND
    // @include is_by_admin
  // @include note_lost_roles
}
SET person.roles = planned.roles, person.grantedRoles = planned.grantedRoles, person.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: planned.entryId})
ON CREATE SET
  entry.action = 'person.update',
  entry.userId = person.id,
  entry.fields = planned.fields,
  entry += coalesce(planned.values, {}),
  audit_entry(entry, $callerId, datetime($now))
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + planned.entryId})
ON CREATE SET
  change.type = 'user.updated',
  change.subjectType = 'user',
  change.subjectId = person.id,
  change.changed = planned.fields,
  change_entry(change)
WITH person, planned
UNWIND planned.teams AS row
// @include join_team

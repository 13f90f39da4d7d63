// Changes the roles and teams that people have by groups of a directory; the transaction holds the tenant's write lock.
// $rows are {id, roles, grantedRoles, entryId, fields, values, teams}, where teams is empty or has the team of
// join_team.
UNWIND $rows AS planned
MATCH (person:User {tenantId: $tenantId, id: planned.id})
SET person.roles = planned.roles, person.grantedRoles = planned.grantedRoles, person.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: planned.entryId})
ON CREATE SET
  entry.action = 'person.update',
  entry.userId = person.id,
  entry.fields = planned.fields,
  entry += coalesce(planned.values, {}),
  // @include audit_entry
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + planned.entryId})
ON CREATE SET
  change.type = 'user.updated',
  change.subjectType = 'user',
  change.subjectId = person.id,
  change.changed = planned.fields,
  // @include change_entry
WITH person, planned
UNWIND planned.teams AS row
// @include join_team

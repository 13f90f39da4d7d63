// Overwrites name, job title, roles and start date of existing users and reactivates them. `changed` of a row names the fields that
// differ, `changeId` the change; a change of the team is made by org/change_memberships.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
SET
  person.name = row.name,
  person.jobTitle = row.jobTitle,
  person.roles = row.roles,
  person.startDate = date(row.startDate),
  person.active = true,
  person.updatedAt = datetime($now)
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + row.changeId})
ON CREATE SET
  change.type = CASE WHEN 'active' IN row.changed THEN 'user.activated' ELSE 'user.updated' END,
  change.subjectType = 'user',
  change.subjectId = person.id,
  change.changed = row.changed,
  // @include change_entry

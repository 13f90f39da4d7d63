// Overwrites address, keys, name, job title, roles, language, start date, time zone, region and working days of
// existing users and reactivates them. `changed` of a row names the fields that differ, `auditId` the entry in the
// audit log; a change of the team is made by org/change_memberships. Roles that a row takes away are denied to groups;
// $allRoles are all there are. org/announce_people puts the changes into the change log.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
WITH row, person, person {.id, .employeeNumber, .externalId, .active} AS names
SET
  person.grantedRoles = CASE WHEN 'roles' IN row.changed OR 'active' IN row.changed THEN [] ELSE person.grantedRoles END,
  person.deniedRoles = [
    role IN $allRoles
    WHERE (role IN person.deniedRoles OR (person.active AND role IN person.roles)) AND NOT role IN row.roles
  ]
SET
  person.email = row.email,
  person.employeeNumber = row.employeeNumber,
  person.externalId = row.externalId,
  person.preferredLanguage = row.preferredLanguage,
  person.pendingManager = toLower(row.pendingManager),
  person.pendingManagerText = row.pendingManager,
  person.name = row.name,
  person.sortName = row.sortName,
  person.jobTitle = row.jobTitle,
  person.roles = row.roles,
  person.startDate = date(row.startDate),
  person.timezone = row.timezone,
  person.region = row.region,
  person.workingDays = row.workingDays,
  person.active = true,
  person.removed = null,
  person.hasNewKeys = null,
  person.updatedAt = datetime($now)
WITH row, person, names
CALL (person, names) {
  WITH * WHERE names.active
  // @include keep_waiting
}
WITH row, person
MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
ON CREATE SET
  entry.action = CASE WHEN 'active' IN row.changed THEN 'person.activate' ELSE 'person.update' END,
  entry.userId = person.id,
  entry.fields = row.changed,
  entry += coalesce(row.values, {}),
  // @include audit_entry

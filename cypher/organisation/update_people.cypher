// Overwrites address, keys, name, job title, roles, language, start date, time zone, region, working days and what is expected of
// existing users and reactivates them. `changed` of a row names the fields that differ, `auditId` the entry in the
// audit log; a change of the team is made by organisation/change_memberships. Roles that a row takes away are denied to groups;
// $allRoles are all there are. organisation/announce_people puts the changes into the change log.
// @param rows: list of {id: id, roles: list of roles, email: text, changed: list of texts, employeeNumber: text or null,
//   externalId: text or null, preferredLanguage: text or null, pendingManager: text or null, name: text, sortName: text,
//   jobTitle: text or null, startDate: date or null, timezone: text or null, region: text or null, workingDays: text or null,
//   checkInsExpected: text or null, auditId: id, values: audit values or null}
// @param allRoles: list of roles
// @param now: instant
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
WITH row, person, person {.id, .email, .employeeNumber, .externalId, .active, .roles, .pendingManagerText} AS names
CALL (row, person, names) {
  MATCH (tenant:Tenant {id: $tenantId})
  WITH *, [role IN names.roles WHERE NOT role IN row.roles] AS lostRoles
  WHERE names.active AND size(lostRoles) > 0 AND
    // @include is_by_admin
  // @include note_lost_roles
}
CALL (row, person, names) {
  WITH * WHERE names.email <> row.email AND
    // @include is_by_admin
  // @include keep_former_email
}
CALL (person, names) {
  MATCH (tenant:Tenant {id: $tenantId})
  WHERE NOT names.active AND
    // @include is_by_admin
  SET tenant.identityRevision = coalesce(tenant.identityRevision, 0) + 1
  // @include make_account
}
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
  person.pendingById = CASE
    WHEN row.pendingManager = names.pendingManagerText THEN person.pendingById
    WHEN row.pendingManager IS NOT NULL AND
      // @include is_by_admin
      THEN $callerId
  END,
  person.name = row.name,
  person.sortName = row.sortName,
  person.jobTitle = row.jobTitle,
  person.roles = row.roles,
  person.startDate = date(row.startDate),
  person.timezone = row.timezone,
  person.region = row.region,
  person.workingDays = row.workingDays,
  person.checkInsExpected = row.checkInsExpected,
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
  audit_entry(entry, $callerId, datetime($now))

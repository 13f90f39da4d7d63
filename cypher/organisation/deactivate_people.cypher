// Deactivates people who are active and to whom nobody active reports. They lose their roles. Each has audit entries (`entries`), and the people
// whom their deputies, or they as a deputy, concern are told. organisation/announce_people puts the changes into the change log. The transaction
// holds the tenant's write lock.
// @param rows: list of {id: id, entries: list of {id: id, action: text, fields: list of texts or null, values: audit values or null}}
// @param now: instant
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id, active: true})
CALL (person) {
  MATCH (tenant:Tenant {id: $tenantId})
  WITH *, person.roles AS lostRoles
  WHERE size(lostRoles) > 0 AND
    // @include is_by_admin
  // @include note_lost_roles
}
SET
  person.active = false,
  person.roles = [],
  person.grantedRoles = [],
  person.deniedRoles = coalesce(person.deniedRoles, []),
  person.updatedAt = datetime($now)
WITH person, row
CALL (person, row) {
  UNWIND row.entries AS one
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: one.id})
  ON CREATE SET
    entry.action = one.action,
    entry.userId = person.id,
    entry.fields = one.fields,
    entry += coalesce(one.values, {}),
    audit_entry(entry, $callerId, datetime($now))
}
CALL (person) {
  WITH *
  // @include tell_deputies_of_leaver
}

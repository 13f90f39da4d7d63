// Creates users and their team memberships. The teams exist already (org/upsert_teams); `team` is the key of one. Those with roles have an entry each in the
// audit log; the others are counted by that of the import, and org/announce_people puts all of them into the change log: an entry
// each would take most of the memory of the transaction.
UNWIND $rows AS row
CREATE (person:User:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  email: row.email,
  name: row.name,
  sortName: row.sortName,
  jobTitle: row.jobTitle,
  roles: row.roles,
  employeeNumber: row.employeeNumber,
  externalId: row.externalId,
  pendingManager: toLower(row.pendingManager),
  pendingManagerText: row.pendingManager,
  startDate: date(row.startDate),
  active: true,
  createdAt: datetime($now),
  updatedAt: datetime($now)
})
WITH person, row
CALL (person, row) {
  WITH *
  WHERE size(row.roles) > 0
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
  ON CREATE SET
    entry.action = 'person.create',
    entry.userId = person.id,
    entry += coalesce(row.values, {}),
    // @include audit_entry
}
WITH person, row
WHERE row.team IS NOT NULL
MATCH (team:Team {tenantId: $tenantId, key: row.team})
CREATE (person)-[:MEMBER_OF]->(team)

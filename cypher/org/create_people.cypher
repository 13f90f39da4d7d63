// Makes users of people of org/stage_people, and returns how many. Those with roles have an entry each in the audit
// log; the others are counted by that of the import, and org/announce_people puts all of them into the change log: an
// entry each would take most of the memory of the transaction.
UNWIND $rows AS row
MATCH (person {tenantId: $tenantId})
WHERE elementId(person) = row.reference
SET person:User:$($tenantLabel)
WITH person, row
CALL (person, row) {
  WITH * WHERE size(person.roles) > 0
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
  ON CREATE SET
    entry.action = 'person.create',
    entry.userId = person.id,
    entry += coalesce(row.values, {}),
    // @include audit_entry
}
RETURN count(person) AS created

// Makes users of people of organisation/stage_people, and returns how many. Those with roles have an entry each in the audit
// log; the others are counted by that of the import, and organisation/announce_people puts all of them into the change log: an
// entry each would take most of the memory of the transaction.
// @param rows: list of {reference: text or null, auditId: id, values: audit values or null}
// @param now: instant
UNWIND $rows AS row
MATCH (person {tenantId: $tenantId})
WHERE elementId(person) = row.reference
SET person:User:$($tenantLabel)
WITH person, row
CALL (person) {
  WITH * WHERE
    // @include is_by_admin
  // @include make_account
  SET person.pendingById = CASE WHEN person.pendingManager IS NOT NULL THEN $callerId END
}
CALL (person, row) {
  WITH * WHERE size(person.roles) > 0
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
  ON CREATE SET
    entry.action = 'person.create',
    entry.userId = person.id,
    entry += coalesce(row.values, {}),
    audit_entry(entry, $callerId, datetime($now))
}
RETURN count(person) AS created

// Sets the request for a role of a person, by the caller, or with null ends it, with an audit entry; people/lock holds the tenant's write
// lock. $request is {id, role}, $role that of the entry. $notices are as in people/write. It is with the person, and goes with them.
MATCH (person:User {tenantId: $tenantId, id: $userId})
SET
  person.roleRequestId = $request.id,
  person.requestedRole = $request.role,
  person.roleRequesterId = CASE WHEN $request IS NULL THEN null ELSE $callerId END,
  person.roleRequestedAt = CASE WHEN $request IS NULL THEN null ELSE datetime($now) END
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = $action,
  entry.userId = person.id,
  entry.valueNames = ['role'],
  entry.valuesBefore = [''],
  entry.valuesAfter = [$role],
  // @include audit_entry
WITH person
CALL (person) {
  UNWIND $notices AS notice
  WITH notice, person.id AS subjectId
  // @include tell_roles
}
RETURN person.id AS id

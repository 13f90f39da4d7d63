// Stores a request of the caller that a second admin decides, with an audit entry ($action, $facts) and $notices as in
// organisation/people/write; role-requests/lock holds the tenant's write lock. $key is that of person and kind, $fields what is
// requested. Those that have expired are deleted. `isTaken`: another of this key waits; `isFull`: the tenant has $most others.
// Nothing is stored then. If it is repeated, MERGE finds the request of the first attempt by its id.
// @param now: instant
// @param key: text
// @param approvalId: id
// @param most: number
// @param fields: map of values
// @param days: whole number
// @param auditId: id
// @param facts: audit facts
// @param action: text
// @param notices: list of {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
MATCH (tenant:Tenant {id: $tenantId})
CALL () {
  MATCH (expired:Approval {tenantId: $tenantId})
  WHERE expired.expiresAt <= datetime($now)
  DELETE expired
}
WITH
  EXISTS { (other:Approval {tenantId: $tenantId, key: $key}) WHERE other.id <> $approvalId } AS isTaken,
  COUNT {
    (waiting:Approval {tenantId: $tenantId})
    WHERE waiting.expiresAt > datetime($now) AND waiting.id <> $approvalId
  } >= $most AS isFull
CALL (isTaken, isFull) {
  WITH * WHERE NOT isTaken AND NOT isFull
  MERGE (approval:Approval {tenantId: $tenantId, id: $approvalId})
  ON CREATE SET
    approval:$($tenantLabel),
    approval.key = $key,
    approval += $fields,
    approval.requesterId = $callerId,
    approval.requestedAt = datetime($now),
    approval.expiresAt = datetime($now) + duration({days: toInteger($days)})
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry += $facts,
    entry.action = $action,
    audit_entry(entry, $callerId, datetime($now))
  WITH approval
  CALL (approval) {
    UNWIND $notices AS notice
    WITH notice, approval.userId AS subjectId
    // @include tell_roles
  }
  RETURN count(approval) AS stored
}
RETURN isTaken, isFull

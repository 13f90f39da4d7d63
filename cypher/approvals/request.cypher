// Stores a request of the caller that a second admin decides, with an audit entry ($action, $facts) and $notices as in
// people/write; approvals/lock holds the tenant's write lock. $key is that of person and kind, $fields what is
// requested. Those that have expired are deleted. `isTaken`: one of this key waits; `isFull`: the tenant has $most.
// Nothing is stored then.
MATCH (tenant:Tenant {id: $tenantId})
CALL () {
  MATCH (expired:Approval {tenantId: $tenantId})
  WHERE expired.expiresAt <= datetime($now)
  DELETE expired
}
WITH
  EXISTS { (:Approval {tenantId: $tenantId, key: $key}) } AS isTaken,
  COUNT { (waiting:Approval {tenantId: $tenantId}) WHERE waiting.expiresAt > datetime($now) } >= $most AS isFull
CALL (isTaken, isFull) {
  WITH * WHERE NOT isTaken AND NOT isFull
  CREATE (approval:Approval:$($tenantLabel) {tenantId: $tenantId, id: $approvalId, key: $key})
  SET
    approval += $fields,
    approval.requesterId = $callerId,
    approval.requestedAt = datetime($now),
    approval.expiresAt = datetime($now) + duration({days: toInteger($days)})
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry += $facts,
    entry.action = $action,
    // @include audit_entry
  WITH approval
  CALL (approval) {
    UNWIND $notices AS notice
    WITH notice, approval.userId AS subjectId
    // @include tell_roles
  }
  RETURN count(approval) AS stored
}
RETURN isTaken, isFull

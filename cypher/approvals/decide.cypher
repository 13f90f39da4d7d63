// Ends a request that a second admin has decided, with an audit entry ($action, $facts); approvals/lock holds the
// tenant's write lock. One that $keeps stays, approved by the caller: the sign-in that it is about uses it up.
MATCH (approval:Approval {tenantId: $tenantId, id: $approvalId})
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry += $facts,
  entry.action = $action,
  // @include audit_entry
FOREACH (kept IN CASE WHEN $keeps THEN [approval] ELSE [] END |
  SET kept.approvedById = $callerId, kept.approvedAt = datetime($now)
)
FOREACH (gone IN CASE WHEN $keeps THEN [] ELSE [approval] END | DELETE gone)
RETURN $approvalId AS id

// Ends a request that a second admin has decided, with an audit entry ($action, $facts); role-requests/lock holds the
// tenant's write lock. One that $keeps stays: of a first sign-in, the caller approves what others have caused, and the sign-in
// uses it up once nothing is left to approve.
// @param approvalId: id
// @param auditId: id
// @param facts: audit facts
// @param action: text
// @param keeps: boolean
// @param now: instant
MATCH (approval:Approval {tenantId: $tenantId, id: $approvalId})
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry += $facts,
  entry.action = $action,
  audit_entry(entry, $callerId, datetime($now))
WITH approval, open_reasons(approval) AS reasons
FOREACH (kept IN CASE WHEN $keeps THEN [approval] ELSE [] END |
  SET kept.approvedReasons = coalesce(kept.approvedReasons, []) + [reason IN reasons WHERE reason[1] <> $callerId | reason[0]]
)
FOREACH (kept IN CASE WHEN $keeps AND none(reason IN reasons WHERE reason[1] = $callerId) THEN [approval] ELSE [] END |
  SET kept.approvedById = $callerId, kept.approvedAt = datetime($now)
)
FOREACH (gone IN CASE WHEN $keeps THEN [] ELSE [approval] END | DELETE gone)
RETURN $approvalId AS id

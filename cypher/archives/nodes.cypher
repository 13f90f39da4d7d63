// Returns the nodes of the tenant. With $isLate only those from which workers start: pending events, webhooks, the change
// log, the audit chain, what waits for its place in them, and retention. Without it, all others.
MATCH (node:$($tenantLabel))
WHERE node.tenantId = $tenantId
WITH node, coalesce(
  node:ChangeLog
  OR node:Webhook
  OR node:ChangeBatch
  OR node:AuditChain
  OR node:RetentionRun
  OR node:AuditEntry AND node.recordedAt IS NOT NULL
  OR node:OutboxEvent AND node.status = 'pending'
  OR node:ChangeEntry AND node.recordedAt IS NOT NULL,
  false
) AS isLate
WHERE isLate = $isLate
RETURN [label IN labels(node) WHERE NOT label STARTS WITH 'T_'] AS labels, properties(node) AS properties

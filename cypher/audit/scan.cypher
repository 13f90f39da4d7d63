// Returns the audit entries of the tenant that have a place in its hash chain, up to $through, in this order, as the
// chain has hashed them (src/platform/audit/audit-chain.ts).
// @rows
// @param through: whole number
MATCH (entry:AuditEntry {tenantId: $tenantId})
WHERE entry.sequence >= 0 AND entry.sequence <= toInteger($through)
WITH entry
ORDER BY entry.tenantId, entry.sequence
RETURN entry {.*, at: toString(entry.at), recordedAt: null, lockedBy: null} AS content

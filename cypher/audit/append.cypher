// Gives audit entries their places in the hash chains of their tenants, which the transaction has locked
// (audit/lock_pending): $rows are {tenantId, id, sequence, hash} in order, $ends {tenantId, lastSequence, lastHash}.
// @ahead worker
// @all-tenants
// @param rows: list of {id: id, sequence: whole number, hash: text}
// @param ends: list of {tenantId: id, lastSequence: whole number, lastHash: text}
CALL () {
  UNWIND $rows AS row
  MATCH (entry:AuditEntry {id: row.id})
  SET entry.sequence = toInteger(row.sequence), entry.hash = row.hash
  REMOVE entry.recordedAt, entry.lockedBy
}
UNWIND $ends AS end
MATCH (chain:AuditChain {tenantId: end.tenantId})
SET chain.lastSequence = toInteger(end.lastSequence), chain.lastHash = end.lastHash
REMOVE chain.lockedBy

// Locks the hash chains of tenants that have new audit entries, and returns up to $limit of these entries in the order
// of recording, each with what it says, and the end of its chain. An entry is read after it is locked, when the commit
// that wrote it is over. Entries that another publisher has given a place meanwhile are left out. $publisherId names
// the process, for the locks.
// @ahead worker
// @all-tenants
// @param limit: whole number
// @param publisherId: id
WITH datetime.realtime() AS cutoff
MATCH (entry:AuditEntry)
WHERE entry.recordedAt < cutoff
WITH entry
ORDER BY entry.recordedAt
LIMIT toInteger($limit)
WITH entry.tenantId AS tenantId, collect(entry) AS pending
ORDER BY tenantId
WHERE tenantId IS NOT NULL // the others have just been deleted
MERGE (chain:AuditChain {tenantId: tenantId})
ON CREATE SET chain:$('T_' + replace(tenantId, '-', '')), chain.lastSequence = 0, chain.lastHash = ''
SET chain.lockedBy = $publisherId
WITH chain, pending
UNWIND range(0, size(pending) - 1) AS place
WITH chain, place, pending[place] AS entry
SET entry.lockedBy = $publisherId
WITH chain, place, entry
WHERE entry.sequence IS NULL
RETURN
  chain.tenantId AS tenantId, chain.lastSequence AS lastSequence, chain.lastHash AS lastHash,
  entry {.*, at: toString(entry.at), recordedAt: null, lockedBy: null} AS content
ORDER BY tenantId, place

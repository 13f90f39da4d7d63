// Returns the end of the hash chain of a tenant and where it begins: `sweptThrough` and `sweptHash` are of the last
// entry that was deleted because of its age (0 and the empty text if none was), and `pending` counts the entries
// without a place. Takes the chain's write lock: it is free once the whole commit that gave the last places can be
// seen.
OPTIONAL MATCH (chain:AuditChain {tenantId: $tenantId})
SET chain.tenantId = $tenantId
RETURN
  coalesce(chain.lastSequence, 0) AS lastSequence, coalesce(chain.lastHash, '') AS lastHash,
  coalesce(chain.sweptThrough, 0) AS sweptThrough, coalesce(chain.sweptHash, '') AS sweptHash,
  COUNT {
    MATCH (entry:AuditEntry {tenantId: $tenantId})
    WHERE entry.at IS NOT NULL AND entry.id IS NOT NULL AND entry.sequence IS NULL
  } AS pending

// Gives a place in the change log to up to $limit entries of all tenants that have none: an id, a number that rises
// without gaps within the tenant, and the revision of its chart. Returns how many. Entries are taken up to a moment
// before the search begins: what was committed before an entry began is found with it, and comes first. Writers never
// wait: the lock is on the log. The revision is read after the entries are locked, when the commits that wrote them are
// over. Entries of a deleted tenant also get a place: they must not fill the next call. The entries of a tenant wait
// for its batches of changes (changes/publish_batch), which were recorded before them.
// @ahead worker
// @all-tenants
// @param limit: whole number
// @param publisherId: id
WITH datetime.realtime() AS cutoff, COLLECT {
  MATCH (batch:ChangeBatch)
  WHERE batch.recordedAt IS NOT NULL
  RETURN DISTINCT batch.tenantId
} AS withBatches
MATCH (entry:ChangeEntry)
WHERE entry.recordedAt < cutoff AND NOT entry.tenantId IN withBatches
WITH entry
ORDER BY entry.recordedAt
LIMIT toInteger($limit)
WITH entry.tenantId AS tenantId, collect(entry) AS pending
ORDER BY tenantId
WHERE tenantId IS NOT NULL // the others have just been deleted
MERGE (log:ChangeLog {tenantId: tenantId})
ON CREATE SET log:$('T_' + replace(tenantId, '-', '')), log.lastSequence = 0, log.openThrough = 0
SET log.lockedBy = $publisherId
WITH log, pending
CALL (log, pending) {
  WITH * WHERE NOT EXISTS { MATCH (batch:ChangeBatch {tenantId: log.tenantId}) WHERE batch.recordedAt IS NOT NULL }
  UNWIND range(0, size(pending) - 1) AS place
  WITH log, place, pending[place] AS entry
  SET entry.lockedBy = $publisherId
  WITH log, place, entry
  WHERE entry.sequence IS NULL
  WITH log, place, entry
  ORDER BY place
  WITH log, collect(entry) AS entries
  OPTIONAL MATCH (tenant:Tenant {id: log.tenantId})
  WITH log, entries, coalesce(tenant.orgRevision, 0) AS orgRevision, log.lastSequence AS last
  WHERE size(entries) > 0
  SET log.lastSequence = last + size(entries), log.hasUnopened = true
  WITH entries, orgRevision, last
  UNWIND range(0, size(entries) - 1) AS place
  WITH entries[place] AS entry, orgRevision, last + place + 1 AS sequence
  SET entry.sequence = sequence, entry.id = randomUUID(), entry.orgRevision = orgRevision
  REMOVE entry.recordedAt, entry.lockedBy
  RETURN count(entry) AS placed
}
RETURN sum(placed) AS published

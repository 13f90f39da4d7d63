// Deletes the oldest entries of the tenant's audit log that are older than $before, up to $limit, and returns how many. It stops
// at the first entry that is not older. The chain keeps place and hash of the last deleted entry, so it can be verified from there
// on. An entry without a place is kept, and so is everything behind a place that is empty.
// @param limit: whole number
// @param before: instant
// @include retention_run
OPTIONAL MATCH (chain:AuditChain {tenantId: $tenantId})
SET chain.tenantId = $tenantId
WITH run, chain, coalesce(chain.sweptThrough, 0) AS sweptThrough
CALL (sweptThrough) {
  MATCH (entry:AuditEntry {tenantId: $tenantId})
  WHERE entry.sequence > sweptThrough AND entry.sequence <= sweptThrough + toInteger($limit)
  WITH entry
  ORDER BY entry.tenantId, entry.sequence
  RETURN collect(entry) AS entries
}
WITH run, chain, sweptThrough, entries, coalesce(
  [
    place IN range(0, size(entries) - 1)
    WHERE entries[place].sequence <> sweptThrough + place + 1 OR entries[place].at >= datetime($before)
  ][0],
  size(entries)
) AS deleted
SET run.audit = coalesce(run.audit, 0) + deleted
WITH chain, entries[0..deleted] AS old, deleted
CALL (chain, old) {
  WITH * WHERE size(old) > 0
  SET chain.sweptThrough = old[-1].sequence, chain.sweptHash = old[-1].hash
  FOREACH (entry IN old | DELETE entry)
}
RETURN deleted

// Marks the oldest entries of the change log, up to 5,000 of those from before $before, as deleted: a cursor before
// them has expired. They are deleted by a transaction of their own (changes/sweep), so that no reader misses them
// without being told.
// @param before: instant
MATCH (log:ChangeLog {tenantId: $tenantId})
SET log.tenantId = $tenantId
WITH log
CALL (log) {
  MATCH (entry:ChangeEntry {tenantId: $tenantId})
  WHERE entry.sequence >= 0 AND entry.sequence <= log.openThrough
  WITH entry
  ORDER BY entry.tenantId, entry.sequence
  LIMIT 5000
  WITH entry
  WHERE entry.at < datetime($before)
  RETURN max(entry.sequence) AS last
}
WITH log, last
WHERE last IS NOT NULL
SET log.sweptThrough = last
RETURN last AS sweptThrough

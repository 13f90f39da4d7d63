// Returns the tenants whose change log has entries from before $before that can be deleted, up to 1,000.
// @all-tenants
// @param before: instant
RETURN COLLECT {
  MATCH (log:ChangeLog)
  WHERE log.tenantId IS NOT NULL
  CALL (log) {
    MATCH (entry:ChangeEntry {tenantId: log.tenantId})
    WHERE entry.sequence >= 0 AND entry.sequence <= log.openThrough
    WITH entry
    ORDER BY entry.tenantId, entry.sequence
    LIMIT 1
    WITH entry
    WHERE entry.at < datetime($before)
    RETURN true AS hasExpired
  }
  RETURN log.tenantId
  LIMIT 1000
} AS tenantIds

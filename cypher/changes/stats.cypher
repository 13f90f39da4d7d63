// Returns the number of changes of all tenants that have no place in the change log yet, and when the oldest was made.
// Feeds /metrics.
// @all-tenants
RETURN
  COUNT { MATCH (entry:ChangeEntry) WHERE entry.recordedAt IS NOT NULL }
    + COUNT { MATCH (batch:ChangeBatch) WHERE batch.recordedAt IS NOT NULL } AS pending,
  toString(COLLECT {
    MATCH (entry:ChangeEntry) WHERE entry.recordedAt IS NOT NULL
    RETURN min(entry.recordedAt)
  }[0]) AS oldest

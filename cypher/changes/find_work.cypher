// Returns what waits to be published in any tenant: a log with entries that readers do not see yet, a batch of changes, changes without a
// place in the log, and audit entries without a place in their chain. It looks at one entry of an index for each.
// @ahead worker
// @all-tenants
RETURN
  EXISTS { MATCH (log:ChangeLog) WHERE log.hasUnopened = true } AS hasUnopened,
  EXISTS { MATCH (batch:ChangeBatch) WHERE batch.recordedAt IS NOT NULL } AS hasBatches,
  EXISTS { MATCH (change:ChangeEntry) WHERE change.recordedAt IS NOT NULL } AS hasChanges,
  EXISTS { MATCH (entry:AuditEntry) WHERE entry.recordedAt IS NOT NULL } AS hasAuditEntries

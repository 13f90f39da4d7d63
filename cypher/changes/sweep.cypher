// Deletes the entries of the change log that are marked as deleted, and returns how many.
MATCH (log:ChangeLog {tenantId: $tenantId})
MATCH (entry:ChangeEntry {tenantId: $tenantId})
WHERE entry.sequence >= 0 AND entry.sequence <= log.sweptThrough
DELETE entry
RETURN count(*) AS swept

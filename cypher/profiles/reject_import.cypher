// Rejects a parsed import and deletes what was read from the file; writes an audit entry. Takes the import's write lock
// before reading its status. No row when it was decided differently; the same $decisionId may repeat.
// @param jobId: id
// @param decisionId: id
// @param now: instant
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
SET job.id = $jobId
WITH job
WHERE job.status = 'parsed' OR job.decisionId = $decisionId
SET job.status = 'rejected', job.decisionId = $decisionId
REMOVE job.parsedFields, job.evidence, job.warnings
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $decisionId})
ON CREATE SET
  entry.action = 'profile.reject',
  entry.userId = job.userId,
  entry.importJobId = job.id,
  audit_entry(entry, $callerId, datetime($now))
RETURN job.status AS status

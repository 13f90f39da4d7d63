// Returns the status, error and warnings of an import for the command line. An unfinished import whose event is dead
// reports status `failed`.
// @param jobId: id
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
WITH job, import_status(job) AS status
RETURN
  job.id AS jobId,
  status,
  job.error AS error,
  job.warnings AS warnings

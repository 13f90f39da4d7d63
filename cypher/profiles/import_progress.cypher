// Returns the status, error and warnings of an import for the command line. An unfinished import whose event is dead
// reports status `failed`.
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
RETURN
  job.id AS jobId,
  import_status(job) AS status,
  job.error AS error,
  job.warnings AS warnings

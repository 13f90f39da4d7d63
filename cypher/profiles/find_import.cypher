// Returns an import with the user's stored profile fields, and the caller's roles. An unfinished import whose event is
// dead reports status `failed`: every attempt to process it has been used.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
OPTIONAL MATCH (profile:Profile {tenantId: $tenantId, userId: $userId})
RETURN
  caller {.roles} AS standing,
  job {
    .userId, .parsedFields, .evidence, .warnings, .error,
    jobId: job.id,
    status: import_status(job)
  } AS job,
  profile.fields AS storedFields

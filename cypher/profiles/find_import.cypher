// Returns an import with the user's stored profile fields, and the caller's roles. An unfinished import whose event is
// dead reports status `failed`: every attempt to process it has been used.
// @param jobId: id
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
WITH caller, job, import_status(job) AS status // read before what comes with it
OPTIONAL MATCH (profile:Profile {tenantId: $tenantId, userId: $userId})
RETURN
  caller {.roles} AS standing,
  job {
    .userId, .parsedFields, .evidence, .warnings, .error,
    jobId: job.id,
    status: status
  } AS job,
  profile.fields AS storedFields

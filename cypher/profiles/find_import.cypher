// An import in the caller's tenant with the user's profile as it is now, and the caller's roles. An import whose event is
// dead was begun as often as allowed and never ended: it has failed.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
OPTIONAL MATCH (profile:Profile {tenantId: $tenantId, userId: $userId})
RETURN
  caller {.roles} AS standing,
  job {
    .userId, .parsedFields, .evidence, .warnings, .error,
    jobId: job.id,
    status: CASE WHEN event.status = 'dead' AND job.status IN ['queued', 'processing'] THEN 'failed' ELSE job.status END
  } AS job,
  profile.fields AS storedFields

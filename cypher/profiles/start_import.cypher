// Records an import of a file for a user, and in the same transaction the event that will have it read.
MATCH (user:User {tenantId: $tenantId, id: $userId})
MERGE (job:ImportJob {tenantId: $tenantId, id: $jobId})
ON CREATE SET
  job:$($tenantLabel),
  job.userId = $userId,
  job.adminId = $callerId,
  job.status = 'queued',
  job.createdAt = datetime($now)
MERGE (job)-[:IS_FOR]->(user)
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
ON CREATE SET
  event:$($tenantLabel),
  event.id = $eventId,
  event.type = 'profile.import',
  event.subjectId = $jobId,
  event.actorId = $callerId,
  event.status = 'pending',
  event.attempts = 0,
  event.dueAt = datetime($now),
  event.createdAt = datetime($now)
RETURN job {jobId: job.id, .status} AS job

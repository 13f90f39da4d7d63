// Creates an import of an uploaded file for a user, the event that processes it and an audit entry, in the same transaction. File and
// entry have the id of the import. No row unless the caller is active and has one of $permittedRoles when the transaction runs.
MATCH (user:User {tenantId: $tenantId, id: $userId})
WHERE EXISTS {
  MATCH (admin:User {tenantId: $tenantId, id: $callerId, active: true})
  WHERE any(role IN admin.roles WHERE role IN $permittedRoles)
}
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
  event.id = $eventId,
  event.type = 'profile.import',
  event.queue = 'imports',
  event.subjectId = $jobId,
  event.actorId = $callerId,
  // @include pending_event
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $jobId})
ON CREATE SET
  entry.action = 'profile.upload',
  entry.userId = user.id,
  entry.importJobId = $jobId,
  // @include audit_entry
RETURN job {jobId: job.id, .status} AS job

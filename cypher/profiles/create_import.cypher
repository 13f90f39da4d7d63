// Creates an import of an uploaded file for a user, the event that processes it and an audit entry, in the same
// transaction. File and entry have the id of the import. Of the imports of a person that were read or have ended, it
// keeps the newest $keptImports and the import of the profile. No row unless the caller is active and has one of $permittedRoles
// when the transaction runs.
// @param userId: id
// @param permittedRoles: list of roles
// @param jobId: id
// @param now: instant
// @param keptImports: whole number
// @param eventId: id
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
WITH user, job
CALL (user, job) {
  MATCH (user)<-[:IS_FOR]-(old:ImportJob)
  WHERE old <> job AND NOT old.status IN ['queued', 'processing'] AND NOT EXISTS { (user)-[:HAS]->(:Profile {fileId: old.id}) }
  WITH old
  ORDER BY old.createdAt DESC, old.id
  SKIP toInteger($keptImports) - 1
  DETACH DELETE old
}
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
ON CREATE SET
  event.id = $eventId,
  event.type = 'profile.import',
  event.queue = 'imports',
  event.subjectId = $jobId,
  event.actorId = $callerId,
  pending_event(event, datetime($now))
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $jobId})
ON CREATE SET
  entry.action = 'profile.upload',
  entry.userId = user.id,
  entry.importJobId = $jobId,
  audit_entry(entry, $callerId, datetime($now))
RETURN job {jobId: job.id, .status} AS job

// Stores $fields (JSON), the parsed fields as corrected by the admin, as the user's profile; writes an audit entry.
// Returns the id of the file that the profile no longer needs. Locks the import, then the profile, before reading them:
// of a concurrent confirm and reject one wins, and two imports never leave a file without a profile. No row when the
// import was decided differently; the same $decisionId may repeat.
// @param jobId: id
// @param decisionId: id
// @param fields: JSON text
// @param corrected: list of texts
// @param now: instant
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})-[:IS_FOR]->(user:User)
SET job.id = $jobId
WITH job, user
WHERE job.status = 'parsed' OR job.decisionId = $decisionId
SET job.status = 'confirmed', job.decisionId = $decisionId, job.parsedFields = $fields
MERGE (profile:Profile {tenantId: $tenantId, userId: user.id})
ON CREATE SET profile:$($tenantLabel)
MERGE (user)-[:HAS]->(profile)
SET profile.userId = user.id
WITH job, user, profile, CASE WHEN profile.fileId <> job.id THEN profile.fileId END AS previousFileId
SET profile.fields = $fields, profile.fileId = job.id
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $decisionId})
ON CREATE SET
  entry.action = 'profile.confirm',
  entry.userId = user.id,
  entry.importJobId = job.id,
  entry.corrected = $corrected,
  audit_entry(entry, $callerId, datetime($now))
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'profile.confirmed:' + $decisionId})
ON CREATE SET
  change.type = 'profile.confirmed',
  change.subjectType = 'user',
  change.subjectId = user.id,
  change.changed = ['profile'],
  change_entry(change)
RETURN previousFileId, job.status AS status

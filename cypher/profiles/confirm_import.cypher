// Saves what an import has read, as corrected, as the user's profile, once. The import and then the profile are locked
// before they are looked at: of confirming and rejecting at once one wins, and two imports leave no file without a profile.
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
  entry:$($tenantLabel),
  entry.action = 'profile.confirm',
  entry.at = datetime($now),
  entry.actorId = $callerId,
  entry.userId = user.id,
  entry.importJobId = job.id,
  entry.corrected = $corrected
RETURN previousFileId, job.status AS status

// Returns the ids of the files that imports and profiles of the tenant refer to, each once.
MATCH (job:ImportJob {tenantId: $tenantId})
WHERE job.status IS NOT NULL AND job.createdAt IS NOT NULL
RETURN job.id AS fileId
UNION
MATCH (profile:Profile {tenantId: $tenantId})
WHERE profile.userId IS NOT NULL AND profile.fileId IS NOT NULL
RETURN profile.fileId AS fileId

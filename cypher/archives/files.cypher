// Returns the files that imports and profiles of the tenant refer to, each once, and whether it is needed: the sweep deletes the others.
MATCH (job:ImportJob {tenantId: $tenantId})
WHERE job.status IS NOT NULL AND job.createdAt IS NOT NULL
OPTIONAL MATCH (profile:Profile {tenantId: $tenantId, userId: job.userId})
RETURN
  job.id AS fileId,
  // @include is_file_needed
  AS isNeeded
UNION
MATCH (profile:Profile {tenantId: $tenantId})
WHERE profile.userId IS NOT NULL AND profile.fileId IS NOT NULL
RETURN profile.fileId AS fileId, true AS isNeeded
UNION
MATCH (people:OrgImport {tenantId: $tenantId})
WHERE people.id IS NOT NULL AND NOT people.status IN ['done', 'failed']
RETURN people.id AS fileId, true AS isNeeded

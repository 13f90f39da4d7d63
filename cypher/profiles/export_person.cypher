// Returns the profile of a user, its imports, and the imports that they started for others; the latter without their content.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT { MATCH (person)-[:HAS]->(profile:Profile) RETURN properties(profile) } AS profile,
  COLLECT { MATCH (person)<-[:IS_FOR]-(job) RETURN properties(job) ORDER BY job.createdAt } AS imports,
  COLLECT {
    MATCH (job:ImportJob {tenantId: $tenantId})
    WHERE job.status IS NOT NULL AND job.createdAt IS NOT NULL AND job.adminId = $userId AND job.userId <> $userId
    RETURN job {.id, .status, .createdAt}
    ORDER BY job.createdAt
  } AS importsStarted

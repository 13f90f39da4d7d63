// Deletes the profile of a user and its imports. An import that they started for someone else loses adminId only. Returns
// counts, the ids of the imports, and the ids of their files.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[:HAS]->(profile:Profile) RETURN profile } AS profiles,
  COLLECT { MATCH (person)<-[:IS_FOR]-(job) RETURN job } AS jobs,
  COLLECT {
    MATCH (job:ImportJob {tenantId: $tenantId})
    WHERE job.status IS NOT NULL AND job.createdAt IS NOT NULL AND job.adminId = $userId
    RETURN job
  } AS begun
WITH
  profiles, jobs, begun,
  {profile: size(profiles), imports: size(jobs)} AS counts,
  [job IN jobs | job.id] AS subjectIds,
  [job IN jobs | job.id] + [profile IN profiles | profile.fileId] AS fileIds
FOREACH (job IN begun | REMOVE job.adminId)
FOREACH (thing IN profiles + jobs | DETACH DELETE thing)
RETURN counts, subjectIds, fileIds

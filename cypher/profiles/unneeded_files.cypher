// Which of these files nothing needs. Needed are those of imports that are not decided on yet, and the one of each profile;
// an import that was begun before a time and has not been read since never will be. A file of a tenant that this database
// does not know is not ours to judge.
RETURN COLLECT {
  UNWIND $files AS file
  MATCH (tenant:Tenant {id: file.tenantId})
  OPTIONAL MATCH (job:ImportJob {tenantId: file.tenantId, id: file.id})
  OPTIONAL MATCH (profile:Profile {tenantId: file.tenantId, userId: job.userId})
  WITH file, coalesce(
    profile.fileId = job.id
    OR job.status = 'parsed'
    OR job.status IN ['queued', 'processing'] AND job.createdAt >= datetime($begunAfter),
    false
  ) AS needed
  WHERE NOT needed
  RETURN file
} AS unneeded

// Returns a page of the tenant's imports in one of $statuses, newest first, behind the position $after ({createdAt,
// jobId} or null), each with its user. An unfinished import whose event is dead has the status `failed`, see
// find_import; $storedStatuses are those under which the imports asked for may be stored.
// @param storedStatuses: list of texts
// @param after: position or null
// @param statuses: list of texts
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller) {
  MATCH (job:ImportJob {tenantId: $tenantId})
  WHERE job.status IN $storedStatuses AND job.createdAt IS NOT NULL
    AND (
      $after IS NULL OR job.createdAt < datetime($after.createdAt)
      OR job.createdAt = datetime($after.createdAt) AND job.id < $after.jobId
    )
  OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + job.id})
  WITH
    job,
    import_status(job) AS status
  WHERE status IN $statuses
  WITH job, status
  ORDER BY job.createdAt DESC, job.id DESC
  LIMIT 201
  MATCH (user:User {tenantId: $tenantId, id: job.userId})
  OPTIONAL MATCH (user)-[:MEMBER_OF]->(team:Team)
  WITH job, status, user, team
  ORDER BY job.createdAt DESC, job.id DESC
  RETURN collect({
    jobId: job.id,
    user: user {.id, .name, team: team.name, .photoUrl},
    status: status,
    createdAt: moment(job.createdAt),
    position: {
      createdAt: moment(job.createdAt),
      jobId: job.id
    }
  }) AS jobs
}
RETURN caller {.roles} AS standing, jobs[0..toInteger($limit) + 1] AS items
